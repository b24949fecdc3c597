"""What a client must see of the notes server with its samples, whatever library the client is of.

In: a `Peer`, which a library's driver makes of its client. Out: a line for each thing that was seen,
and a non-zero exit at the first one that is not as it must be. `recorded` puts a program between
pipes that keep what went in and out, and `settle` looks through that: each request has one answer,
and a cancelled one has none. `listening` serves over HTTP instead, and sees the server stop what was
given up, and end well.
"""

import asyncio
import json
import os
import re
import shlex
import sys
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, AsyncIterator, Awaitable, Callable, Protocol

SAMPLES = 48
AT_ONCE = 1000
# Long notes make the index slow enough to be interrupted.
LONG_NOTES = 100
LONG_TEXT = "긴 노트의 한 줄, with some English in it, 검색과 색인을 위한 글. " * 300
TOOLS = {
    "add_note",
    "delete_note",
    "list_notes",
    "reindex_notes",
    "search_notes",
    "semantic_search_notes",
    "update_note",
}
# The server's own code for "too many calls at once, try again".
BUSY = -31503

Progress = Callable[[float, float | None, str | None], Awaitable[None]]


@dataclass
class Answer:
    """The result of a call."""

    error: bool
    text: str
    value: dict[str, Any]


class Refused(Exception):
    """A JSON-RPC error instead of a result."""

    def __init__(self, code: int, message: str, data: Any) -> None:
        super().__init__(f"{code} {message}")
        self.code, self.data = code, data


class Peer(Protocol):
    """A connected client of any library."""

    async def tools(self) -> dict[str, dict[str, Any]]:
        """The input schema of each tool."""

    async def call(self, name: str, arguments: dict[str, Any], progress: Progress | None = None) -> Answer:
        """Calls a tool; raises `Refused` for an error of the protocol."""


def check(what: str, seen: object, right: bool) -> None:
    print(f"  {what}: {seen}")
    if not right:
        sys.exit(f"NOT AS IT MUST BE: {what}: {seen}")


async def drive(peer: Peer, server: "Served | None" = None) -> None:
    """Everything, in order; the notes that one step adds are counted by the next."""
    await lists(peer)
    await finds(peer)
    await refuses(peer)
    await keeps(peer)
    await calls_at_once(peer)
    await tells_progress(peer)
    await cancels(peer)
    if server is not None:
        await server.rests()


async def lists(peer: Peer) -> None:
    tools = await peer.tools()
    check("tools", sorted(tools), set(tools) == TOOLS)
    limit = tools["search_notes"]["properties"]["limit"]
    check("limit is", limit, (limit["minimum"], limit["maximum"], limit["default"]) == (1, 50, 5))
    notes = (await peer.call("list_notes", {"limit": 100})).value
    check("samples", notes["total"], notes["total"] == SAMPLES == len(notes["notes"]))


async def first(peer: Peer, tool: str, query: str) -> dict[str, Any]:
    answer = await peer.call(tool, {"query": query, "limit": 3})
    if answer.error or not answer.value["matches"]:
        sys.exit(f"NOT AS IT MUST BE: {tool} {query!r}: {answer}")
    if json.loads(answer.text) != answer.value:
        sys.exit(f"NOT AS IT MUST BE: text and structure differ: {answer}")
    return answer.value["matches"][0]


async def finds(peer: Peer) -> None:
    for query, title in [
        ("MCP 인증", "MCP 인증 흐름"),
        ("된장", "엄마표 된장찌개"),
        ("PKCE", "OAuth 2.1 in my own words"),
    ]:
        match = await first(peer, "search_notes", query)
        check(f"search {query}", match["title"], match["title"] == title and bool(match["snippet"]))
    for query, title in [
        ("household budget", "가계부 5월 정리"),
        ("고양이 예방 접종", "고양이 보리 병원 기록"),
        ("로그인 장애", "로그인 장애 회고 (2월 11일)"),
    ]:
        match = await first(peer, "semantic_search_notes", query)
        right = match["title"] == title and 0 < match["score"] <= 1
        check(f"search by meaning {query}", (match["title"], round(match["score"], 3)), right)
    nothing = await peer.call("search_notes", {"query": "전혀없는낱말"})
    check("nothing found", nothing.value, nothing.value == {"matches": []} and not nothing.error)


async def refuses(peer: Peer) -> None:
    wrong = await peer.call("search_notes", {"query": "", "limit": 51})
    right = "query must not be empty" in wrong.text and "limit must be <= 50" in wrong.text
    check("wrong arguments", wrong.text, wrong.error and right)
    wrong = await peer.call("search_notes", {"qeury": "인증"})
    right = "query is required" in wrong.text and "qeury is not a parameter" in wrong.text
    check("a wrong name", wrong.text, wrong.error and right)
    unknown = await peer.call("update_note", {"id": "note-9999", "title": "x"})
    check("an unknown note", unknown.text, unknown.error and "note-9999" in unknown.text)
    try:
        await peer.call("serach_notes", {"query": "x"})
    except Refused as refused:
        check("an unknown tool", refused, refused.code == -32602 and "search_notes" in str(refused))
    else:
        sys.exit("NOT AS IT MUST BE: an unknown tool was called without an error")


async def keeps(peer: Peer) -> None:
    """A note is added, found, changed, found no more by its old words, and deleted."""
    draft = {"title": "올챙이 관찰 🐸", "content": "뒷다리가 먼저 나왔다.", "tags": ["연못"]}
    added = (await peer.call("add_note", draft)).value
    check("added", added["id"], added["title"] == draft["title"] and added["tags"] == ["연못"])
    found = await first(peer, "search_notes", "뒷다리")
    check("found", found["id"], found["id"] == added["id"])
    await peer.call("update_note", {"id": added["id"], "content": "앞다리도 나왔다."})
    gone = (await peer.call("search_notes", {"query": "뒷다리"})).value["matches"]
    found = await first(peer, "search_notes", "앞다리")
    check("found after a change", found["id"], found["id"] == added["id"] and gone == [])
    deleted = (await peer.call("delete_note", {"id": added["id"]})).value
    check("deleted", deleted["content"], deleted["content"] == "앞다리도 나왔다.")
    total = (await peer.call("list_notes", {"limit": 1})).value["total"]
    check("notes again", total, total == SAMPLES)


async def patiently(peer: Peer, busy: list[int], name: str, arguments: dict[str, Any]) -> Answer:
    """Calls again whenever the server says that it has too many calls."""
    while True:
        try:
            return await peer.call(name, arguments)
        except Refused as refused:
            if refused.code != BUSY or not refused.data["retryable"]:
                raise
            busy[0] += 1
            await asyncio.sleep(refused.data["retryAfterMs"] / 1000)


async def calls_at_once(peer: Peer) -> None:
    """Each call adds a note of its own, so that a lost, doubled or swapped answer shows."""
    started, busy = time.monotonic(), [0]
    calls = [
        patiently(peer, busy, "add_note", {"title": f"번호 {nth}", "content": f"쪽지 {nth}"})
        for nth in range(AT_ONCE)
    ]
    answers = await asyncio.gather(*calls)
    took = time.monotonic() - started
    right = sum(not answer.error and answer.value["title"] == f"번호 {nth}" for nth, answer in enumerate(answers))
    ids = {answer.value["id"] for answer in answers}
    total = (await peer.call("list_notes", {"limit": 1})).value["total"]
    check(f"{AT_ONCE} calls at once, right", (right, f"{took:.1f} s"), right == AT_ONCE == len(ids))
    check("notes after them", total, total == SAMPLES + AT_ONCE)
    print(f"  told to try again: {busy[0]} times")


async def tells_progress(peer: Peer) -> None:
    seen: list[tuple[float, float | None]] = []

    async def progress(done: float, total: float | None, _message: str | None) -> None:
        seen.append((done, total))

    answer = await peer.call("reindex_notes", {}, progress)
    count = SAMPLES + AT_ONCE
    rising = all(before[0] < after[0] for before, after in zip(seen, seen[1:]))
    right = len(seen) >= 2 and rising and all(total == count for _, total in seen)
    check("progress", seen, right and seen[-1][0] <= count)
    check("reindexed", answer.value, answer.value["reindexed"] == count)


async def cancels(peer: Peer) -> None:
    """A long call is given up after its first progress; the server goes on at once."""
    busy = [0]
    long = [
        patiently(peer, busy, "add_note", {"title": f"긴 노트 {nth}", "content": LONG_TEXT})
        for nth in range(LONG_NOTES)
    ]
    await asyncio.gather(*long)
    begun = asyncio.Event()

    async def progress(_done: float, _total: float | None, _message: str | None) -> None:
        begun.set()

    call = asyncio.create_task(peer.call("reindex_notes", {}, progress))
    await asyncio.wait_for(begun.wait(), 60)
    call.cancel()
    await asyncio.wait([call])
    check("a call given up", call.cancelled(), call.cancelled())
    started = time.monotonic()
    match = await first(peer, "search_notes", "MCP 인증")
    took = time.monotonic() - started
    check("the server goes on", f"{match['title']}, {took:.2f} s", match["title"] == "MCP 인증 흐름")


def recorded(program: str, directory: Path) -> tuple[str, list[str]]:
    """A command that keeps what `program` reads and writes in `directory`."""
    directory.mkdir(parents=True, exist_ok=True)
    read, written = (shlex.quote(str(directory / name)) for name in ("in.log", "out.log"))
    return "sh", ["-c", f"tee {read} | {shlex.quote(program)} --demo | tee {written}"]


def settle(directory: Path) -> None:
    """Holds the answers to the requests, once the conversation is over."""
    read, written = (
        [json.loads(line) for line in (directory / name).read_text().splitlines()]
        for name in ("in.log", "out.log")
    )
    asked = {frame["id"] for frame in read if "id" in frame and "method" in frame}
    given_up = {
        frame["params"]["requestId"] for frame in read if frame.get("method") == "notifications/cancelled"
    }
    answers = Counter(frame["id"] for frame in written if "id" in frame)
    check("given up on the wire", sorted(given_up), len(given_up) == 1)
    once = all(count == 1 for count in answers.values())
    check("requests", len(asked), set(answers) == asked - given_up and once)


@dataclass
class Served:
    """A server over HTTP."""

    url: str
    pid: int

    def busy(self) -> float:
        """How long it has been busy so far, in seconds (Linux)."""
        # After the name, which may hold anything: of 52 fields the 14th and 15th, here the 12th and 13th.
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def rests(self) -> None:
        """What was given up does not run any more; it would for seconds."""
        await asyncio.sleep(0.2)
        before = self.busy()
        await asyncio.sleep(1)
        busy = self.busy() - before
        check("the server rests", f"busy for {busy:.2f} s of 1 s", busy < 0.1)


@asynccontextmanager
async def listening(
    program: str, directory: Path, flags: tuple[str, ...] = ("--demo",)
) -> AsyncIterator[Served]:
    """`program`, served over HTTP until the end of the block; what it says stays in `directory`."""
    directory.mkdir(parents=True, exist_ok=True)
    log = directory / "server.log"
    with log.open("wb") as said:
        arguments = (*flags, "--http", "127.0.0.1:0")
        server = await asyncio.create_subprocess_exec(program, *arguments, stderr=said)
    try:
        yield Served(await named(server, log), server.pid)
    finally:
        # NB. it may be gone already, which the code tells.
        if server.returncode is None:
            server.terminate()
        code = await asyncio.wait_for(server.wait(), 60)
    check("the server ended", code, code == 0)


async def named(server: asyncio.subprocess.Process, log: Path) -> str:
    """The URL that a server says it listens on."""
    for _ in range(1000):
        if found := re.search(r"http://127\.0\.0\.1:\d+/mcp\b", log.read_text()):
            return found[0]
        if server.returncode is not None:
            break
        await asyncio.sleep(0.02)
    sys.exit(f"NOT AS IT MUST BE: no URL on stderr: {log.read_text()!r}")
