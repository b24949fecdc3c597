"""Drives the calculator with the official Python client, in both eras.

In: the path of the calculator. Out: a line for each thing that was seen, and a non-zero exit at the
first one that is not as it must be.
"""

import asyncio
import sys

from mcp import Client, MCPError, StdioServerParameters

MODERN = "2026-07-28"
LEGACY = "2025-11-25"


def check(what: str, seen: object, right: bool) -> None:
    print(f"  {what}: {seen}")
    if not right:
        sys.exit(f"NOT AS IT MUST BE: {what}: {seen}")


async def drive(command: str, mode: str, version: str) -> None:
    print(f"{mode}:")
    async with Client(StdioServerParameters(command=command), mode=mode) as client:
        check("agreed on", client.protocol_version, client.protocol_version == version)
        if mode != MODERN:
            info = client.server_info
            check("server", info and info.name, info is not None and info.name == "calculator")

        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        check("tools", sorted(tools), "add" in tools)
        schema = tools["add"].input_schema
        check("add takes", schema, schema["type"] == "object" and {"a", "b"} <= set(schema["properties"]))
        check("add says", tools["add"].description, bool(tools["add"].description))

        good = await client.call_tool("add", {"a": 2, "b": 3})
        text = [block.text for block in good.content]
        check("2 + 3", text, text == ["5"] and not good.is_error)

        wrong = await client.call_tool("add", {"a": "two", "b": 3})
        words = wrong.content[0].text
        check("a wrong call", words, wrong.is_error is True and "a must be an integer" in words)

        try:
            await client.call_tool("ad", {})
        except MCPError as error:
            check("an unknown tool", f"{error.code} {error.message}", error.code == -32602 and "add" in error.message)
        else:
            sys.exit("NOT AS IT MUST BE: an unknown tool was called without an error")

        again = await client.call_tool("add", {"a": 40, "b": 2})
        check("the connection goes on", again.content[0].text, again.content[0].text == "42")


async def main() -> None:
    command = sys.argv[1]
    await drive(command, "legacy", LEGACY)
    await drive(command, "auto", MODERN)
    await drive(command, MODERN, MODERN)


asyncio.run(main())
print("ok: the official Python client, three times")
