"""Drives the notes server with the official Python client, in both eras.

In: the path of `pkm`, and a directory for what is recorded. Out: see `notes.py`.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

import notes
from mcp import Client, MCPError, StdioServerParameters
from notes import Answer, Progress, Refused

MODERN = "2026-07-28"
LEGACY = "2025-11-25"


class Official:
    """The official client as a peer."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def tools(self) -> dict[str, dict[str, Any]]:
        listed = await self.client.list_tools()
        return {tool.name: tool.input_schema for tool in listed.tools}

    async def call(self, name: str, arguments: dict[str, Any], progress: Progress | None = None) -> Answer:
        try:
            result = await self.client.call_tool(name, arguments, progress_callback=progress)
        except MCPError as error:
            raise Refused(error.code, error.message, error.data) from error
        return Answer(bool(result.is_error), result.content[0].text, result.structured_content or {})


async def main() -> None:
    program, directory = sys.argv[1], Path(sys.argv[2])
    for mode, version in (("legacy", LEGACY), ("auto", MODERN), (MODERN, MODERN)):
        print(f"{mode}:")
        record = directory / mode
        command, args = notes.recorded(program, record)
        async with Client(StdioServerParameters(command=command, args=args), mode=mode) as client:
            notes.check("agreed on", client.protocol_version, client.protocol_version == version)
            await notes.drive(Official(client))
        notes.settle(record)


asyncio.run(main())
print("ok: the notes server with the official Python client, three times")
