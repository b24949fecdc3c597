"""A shelf on the low-level server of the official Python SDK: pages of resources, and a log."""

import asyncio
import warnings

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolResult,
    EmptyResult,
    ListResourcesResult,
    ListToolsResult,
    Resource,
    TextContent,
    Tool,
)

warnings.simplefilter("ignore")
LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
level = 0
BOOKS = ["토지", "소나기", "메밀꽃 필 무렵", "운수 좋은 날", "무진기행", "날개", "봄봄"]


async def list_resources(ctx, params):
    start = int(params.cursor) if params and params.cursor else 0
    page = [Resource(uri=f"book://{n}", name=f"book-{n}", title=BOOKS[n]) for n in range(start, min(start + 3, len(BOOKS)))]
    end = start + 3
    return ListResourcesResult(resources=page, next_cursor=str(end) if end < len(BOOKS) else None)


async def list_tools(ctx, params):
    schema = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
    return ListToolsResult(tools=[Tool(name="count", description="Counts the books with a word.", input_schema=schema)])


async def call_tool(ctx, params):
    for at, words in (("debug", "not asked for"), ("info", {"찾는 말": params.arguments["word"]})):
        if LEVELS.index(at) >= level:
            await ctx.session.send_log_message(at, words, "shelf", related_request_id=ctx.request_id)
    found = sum(params.arguments["word"] in book for book in BOOKS)
    return CallToolResult(content=[TextContent(type="text", text=f"{found}권")])


async def set_level(ctx, params):
    global level
    level = LEVELS.index(params.level)
    return EmptyResult()


server = Server(
    "shelf",
    version="0.3.0",
    on_list_resources=list_resources,
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    on_set_logging_level=set_level,
)


async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
