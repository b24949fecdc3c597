"""Drives the notes server with FastMCP's client, in both eras.

In: the path of `pkm`, and a directory for what is recorded. Out: see `../python/notes.py`.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from mcp import MCPError

sys.path.insert(0, str(Path(__file__).parent.parent / "python"))

import notes  # noqa: E402
from notes import Answer, Progress, Refused  # noqa: E402

MODERN = "2026-07-28"
LEGACY = "2025-11-25"


class FastMCP:
    """FastMCP's client as a peer."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def tools(self) -> dict[str, dict[str, Any]]:
        return {tool.name: tool.input_schema for tool in await self.client.list_tools()}

    async def call(self, name: str, arguments: dict[str, Any], progress: Progress | None = None) -> Answer:
        try:
            result = await self.client.call_tool(
                name, arguments, progress_handler=progress, raise_on_error=False
            )
        except MCPError as error:
            raise Refused(error.code, error.message, error.data) from error
        return Answer(result.is_error, result.content[0].text, result.structured_content or {})


async def main() -> None:
    program, directory = sys.argv[1], Path(sys.argv[2])
    for mode, version in (("legacy", LEGACY), ("auto", MODERN), (MODERN, MODERN)):
        print(f"{mode}:")
        record = directory / mode
        command, args = notes.recorded(program, record)
        transport = StdioTransport(command=command, args=args, keep_alive=False)
        async with Client(transport, mode=mode) as client:
            notes.check("agreed on", client.protocol_version, client.protocol_version == version)
            await notes.drive(FastMCP(client))
        notes.settle(record)


asyncio.run(main())
print("ok: the notes server with FastMCP's client, three times")
