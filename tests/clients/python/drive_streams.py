"""Drives `everything` over HTTP with the official Python client, to see its streams: the one by GET
that it opens for itself, and that of a call, which the server lets go of and the client takes up again;
and over HTTP+SSE, where one stream has everything.

In: the path of `everything`, and a directory for what it says. Out: see `notes.py`.
"""

import asyncio
import sys
from pathlib import Path

import httpx2
import notes
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from notes import check

STANDING = "GET 200 text/event-stream"


async def drive(url: str, mode: str, version: str) -> None:
    modern = mode != "legacy"
    seen: list[str] = []

    async def keep(response: httpx2.Response) -> None:
        request = response.request
        kind = response.headers.get("content-type")
        resumed = ", resumed" if "last-event-id" in request.headers else ""
        seen.append(f"{request.method} {response.status_code}{' ' + kind if kind else ''}{resumed}")

    progress: list[float] = []

    async def told(done: float, _total: float | None, _message: str | None) -> None:
        progress.append(done)

    async with httpx2.AsyncClient(event_hooks={"response": [keep]}, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            check("agreed on", client.protocol_version, client.protocol_version == version)
            if not modern:
                for _ in range(500):
                    if STANDING in seen:
                        break
                    await asyncio.sleep(0.02)
                check("its own stream", seen, STANDING in seen)
            result = await client.call_tool("test_reconnection", {}, progress_callback=told)
            text = result.content[0].text
            check("answered", text, text == "The answer waited for the client.")
            check("progress", progress, progress == [1, 2, 3, 4])
            resumed = seen.count(f"{STANDING}, resumed")
            check("taken up again", resumed, resumed == (0 if modern else 1))
    refused = [request for request in seen if request.split()[1][0] in "45"]
    check("requests", seen, not refused and ("DELETE 200" in seen) != modern)


async def drive_sse(url: str) -> None:
    progress: list[float] = []

    async def told(done: float, _total: float | None, _message: str | None) -> None:
        progress.append(done)

    async with Client(sse_client(url), mode="legacy") as client:
        check("agreed on", client.protocol_version, client.protocol_version == "2025-11-25")
        result = await client.call_tool("test_reconnection", {}, progress_callback=told)
        text = result.content[0].text
        check("answered", text, text == "The answer waited for the client.")
        check("progress", progress, progress == [1, 2, 3, 4])
        calls = (client.call_tool("test_custom_header", {"value": str(nth)}) for nth in range(100))
        texts = [result.content[0].text for result in await asyncio.gather(*calls)]
        right = sum(text == f'The value is "{nth}".' for nth, text in enumerate(texts))
        check("100 calls at once, right", right, right == 100)


async def main() -> None:
    program, directory = sys.argv[1:]
    async with notes.listening(program, Path(directory), flags=("--http-sse",)) as served:
        for mode, version in (("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")):
            print(f"{mode}:")
            await drive(served.url, mode, version)
        print("HTTP+SSE:")
        await drive_sse(served.url.removesuffix("/mcp") + "/sse")


asyncio.run(main())
print("ok: streams with the official Python client")
