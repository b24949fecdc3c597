"""Drives the notes server with the official Python client, in both eras.

In: the path of `pkm`, a directory for what is recorded, and `--http` if it is to be served so. Out:
see `notes.py`.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

import notes
from mcp import Client, MCPError, StdioServerParameters
from notes import Answer, Progress, Refused, Served

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


async def over_stdio(program: str, record: Path, mode: str, version: str) -> None:
    command, args = notes.recorded(program, record)
    await drive(StdioServerParameters(command=command, args=args), mode, version)
    notes.settle(record)


async def over_http(program: str, record: Path, mode: str, version: str) -> None:
    async with notes.listening(program, record) as served:
        await drive(served.url, mode, version, served)


async def drive(
    server: StdioServerParameters | str, mode: str, version: str, served: Served | None = None
) -> None:
    async with Client(server, mode=mode) as client:
        notes.check("agreed on", client.protocol_version, client.protocol_version == version)
        await notes.drive(Official(client), served)


async def main() -> None:
    program, directory, *http = sys.argv[1:]
    over = over_http if http == ["--http"] else over_stdio
    for mode, version in (("legacy", LEGACY), ("auto", MODERN), (MODERN, MODERN)):
        print(f"{mode}, {over.__name__.replace('_', ' ')}:")
        await over(program, Path(directory) / mode, mode, version)


asyncio.run(main())
print("ok: the notes server with the official Python client, three times")
