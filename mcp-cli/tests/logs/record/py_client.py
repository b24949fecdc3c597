"""Drives a server with the official Python client.

    py_client.py SCENE MODE (URL | COMMAND [ARGUMENT ...])

MODE is `legacy`, `auto` or a modern revision.
"""

import asyncio
import sys
import warnings

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.subscriptions import ResourcesListChanged
from mcp.types import (
    CreateMessageResult,
    ElicitResult,
    Implementation,
    ListRootsResult,
    PromptReference,
    Root,
    TextContent,
)

warnings.simplefilter("ignore")


async def tools(client: Client) -> None:
    await client.list_tools()
    await client.call_tool("add_note", {"title": "doctor", "text": "목요일 오후 3시, 보험증 챙기기"})
    await client.call_tool("read_note", {"title": "doctor"})
    failed = await client.call_tool("read_note", {"title": "여행"})
    assert failed.is_error
    wrong = await client.call_tool("add_note", {"title": "빈 메모", "text": ""})
    assert wrong.is_error

    async def progress(done: float, total: float | None, message: str | None) -> None:
        print("progress:", done, total, message)

    await client.call_tool("export_notes", {}, progress_callback=progress)
    if LEGACY:
        await client.send_ping()


async def resources(client: Client) -> None:
    await client.list_resources()
    await client.list_resource_templates()
    await client.read_resource("note://shopping")
    await client.read_resource("note://meeting")
    await client.list_prompts()
    await client.get_prompt("sum_up", {"title": "meeting", "tone": "공손한"})
    await client.complete(PromptReference(type="ref/prompt", name="sum_up"), {"name": "title", "value": "sh"})
    try:
        await client.read_resource("memo://missing")
    except MCPError as error:
        print("not found:", error.code)


async def asks(client: Client) -> None:
    await client.list_tools()
    print((await client.call_tool("delete_note", {"title": "meeting"})).content[0].text)
    print((await client.call_tool("summarize", {})).content[0].text)
    print((await client.call_tool("where", {})).content)


async def cancel(client: Client) -> None:
    await client.list_tools()
    with anyio.move_on_after(0.3) as scope:
        await client.call_tool("wait_for_paper", {"seconds": 30})
    assert scope.cancelled_caught
    print((await client.call_tool("read_note", {"title": "shopping"})).content[0].text)
    await anyio.sleep(0.2)


async def listen(client: Client) -> None:
    async with client.listen(resources_list_changed=True, resource_subscriptions=["note://weekly"]) as changes:
        await client.call_tool("rename_note", {"title": "meeting", "to": "weekly"})
        async for change in changes:
            print(change)
            if isinstance(change, ResourcesListChanged):
                break
    await client.read_resource("note://weekly")


async def pages(client: Client) -> None:
    if LEGACY:
        await client.set_logging_level("info")
    cursor = None
    while True:
        page = await client.list_resources(cursor=cursor)
        cursor = page.next_cursor
        if cursor is None:
            break
    await client.list_tools()
    await client.call_tool("count", {"word": "회의"})
    await anyio.sleep(0.1)


async def calculator(client: Client) -> None:
    await client.list_tools()
    await client.call_tool("add", {"a": 2, "b": 3})
    if client.server_info is None or client.server_info.name == "calculator":
        wrong = await client.call_tool("add", {"a": "셋", "b": 3})
        assert wrong.is_error
        try:
            await client.call_tool("ad", {})
        except MCPError as error:
            print("unknown:", error.code)
    await client.call_tool("add", {"a": 40, "b": 2})


async def old_shelf(client: Client) -> None:
    await client.list_tools()
    await client.call_tool("find_book", {"key": "toji"})
    failed = await client.call_tool("find_book", {"key": "봄봄"})
    assert failed.is_error
    await client.list_prompts()


async def rmcp(client: Client) -> None:
    await client.list_tools()
    await client.call_tool("add", {"a": 40, "b": 2})
    await client.call_tool("echo", {"text": "안녕하세요, 세계 🌏"})
    await client.call_tool("search", {"query": "회의록", "limit": 3, "tags": ["업무"]})
    if LEGACY:
        await client.send_ping()


async def tour(client: Client) -> None:
    await client.call_tool("motto", {})
    await client.call_tool("visit", {})

    async def progress(done: float, total: float | None, message: str | None) -> None:
        pass

    if LEGACY:
        await client.set_logging_level("debug")
    await client.call_tool("count_down", {"from": 3}, progress_callback=progress)
    with anyio.move_on_after(0.3):
        await client.call_tool("patient", {})
    await client.call_tool("caller", {})


async def on_sampling(context, params) -> CreateMessageResult:
    text = "우유와 달걀을 사고 월요일 회의에 갑니다."
    return CreateMessageResult(role="assistant", content=TextContent(type="text", text=text), model="sample-model", stop_reason="endTurn")


async def on_elicitation(context, params) -> ElicitResult:
    return ElicitResult(action="accept", content={"sure": True, "reason": "끝난 회의"})


async def on_roots(context) -> ListRootsResult:
    return ListRootsResult(roots=[Root(uri="file:///notes/%EA%B0%9C%EC%9D%B8", name="개인 메모")])


async def on_log(params) -> None:
    print("log:", params.level, params.data)


async def main() -> None:
    server = TARGET[0] if TARGET[0].startswith("http") else StdioServerParameters(command=TARGET[0], args=TARGET[1:])
    asked = SCENE == "asks"
    client = Client(
        server,
        mode=MODE,
        client_info=Implementation(name="notebook-client", version="1.0.0"),
        sampling_callback=on_sampling if asked else None,
        elicitation_callback=on_elicitation if asked else None,
        list_roots_callback=on_roots if asked else None,
        logging_callback=on_log,
        log_level="info" if SCENE in ("pages", "tour") else None,
    )
    async with client:
        print(SCENE, client.protocol_version, client.server_info)
        await globals()[SCENE](client)


SCENE, MODE, *TARGET = sys.argv[1:]
LEGACY = MODE == "legacy"
asyncio.run(main())
