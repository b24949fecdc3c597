"""Drives `old_py_server.py` with the client of an earlier official Python SDK."""

import asyncio
import inspect
import sys
from importlib.metadata import version

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def on_progress(*seen) -> None:
    print(seen)


async def main() -> None:
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        agreed = await session.initialize()
        print(version("mcp"), agreed.protocolVersion, agreed.serverInfo)
        await session.list_tools()
        await session.call_tool("find_book", {"key": "toji"})
        failed = await session.call_tool("find_book", {"key": "봄봄"})
        assert failed.isError
        if "progress_callback" in inspect.signature(session.call_tool).parameters:
            await session.call_tool("count_pages", {"volumes": 3}, progress_callback=on_progress)
        else:
            await session.call_tool("count_pages", {"volumes": 3})
        await session.list_resources()
        await session.read_resource("book://toji")
        await session.list_prompts()
        await session.get_prompt("review", {"key": "토지"})
        await session.send_ping()


asyncio.run(main())
