"""A notebook on the official Python SDK (`MCPServer`): stdio, or HTTP with `http PORT [json]`."""

import sys
from typing import Annotated

import anyio
from mcp.server.mcpserver import Context, Elicit, ListRoots, MCPServer, Resolve, Sample
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.types import (
    Completion,
    CreateMessageResult,
    ListRootsResult,
    PromptReference,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel, Field

app = MCPServer("notebook", version="1.0.0", instructions="A notebook. 메모를 적고 찾습니다.")
notes = {"shopping": "우유, 달걀, 대파 두 단", "meeting": "월요일 10시, 3층 회의실"}


class Note(BaseModel):
    title: str
    text: str


@app.tool()
def add_note(title: str, text: Annotated[str, Field(min_length=1)]) -> Note:
    """Writes a note down."""
    notes[title] = text
    return Note(title=title, text=text)


@app.tool()
def read_note(title: str) -> str:
    """Reads a note."""
    if title not in notes:
        raise ToolError(f"there is no note {title!r}; there are {', '.join(notes)}")
    return notes[title]


@app.tool()
async def export_notes(ctx: Context) -> str:
    """Puts all notes into one text, with progress."""
    for done, title in enumerate(list(notes), 1):
        await ctx.report_progress(done, len(notes), f"{title} 내보내는 중")
    return "\n\n".join(f"# {title}\n{text}" for title, text in notes.items())


@app.tool()
async def wait_for_paper(seconds: float) -> str:
    """Waits for the printer."""
    await anyio.sleep(seconds)
    return "printed"


@app.tool()
async def rename_note(title: str, to: str, ctx: Context) -> str:
    """Gives a note another title, and says so to those who listen."""
    notes[to] = notes.pop(title)
    await ctx.notify_resource_updated(f"note://{to}")
    await ctx.notify_resources_changed()
    return f"{title} → {to}"


class Answer(BaseModel):
    sure: bool = Field(description="정말 지울까요?")
    reason: str = Field(default="", description="이유")


async def ask_first(title: str) -> Elicit[Answer]:
    return Elicit(f"'{title}' 메모를 지울까요?", Answer)


async def in_one_sentence() -> Sample:
    text = "\n".join(notes.values())
    return Sample([SamplingMessage(role="user", content=TextContent(type="text", text=f"한 문장으로: {text}"))], max_tokens=100)


async def the_roots() -> ListRoots:
    return ListRoots()


@app.tool()
async def delete_note(title: str, answer: Annotated[Answer, Resolve(ask_first)]) -> str:
    """Deletes a note, after a question."""
    if not answer.sure:
        return "kept"
    notes.pop(title, None)
    return f"deleted {title} ({answer.reason})"


@app.tool()
async def summarize(words: Annotated[CreateMessageResult, Resolve(in_one_sentence)]) -> str:
    """Sums the notes up, with the client's model."""
    return f"{words.model}: {words.content.text}"


@app.tool()
async def where(roots: Annotated[ListRootsResult, Resolve(the_roots)]) -> list[str]:
    """Says which places the client has opened."""
    return [f"{root.name} = {root.uri}" for root in roots.roots]


@app.resource("note://shopping", name="shopping", title="장보기", mime_type="text/plain")
def shopping() -> str:
    """The shopping list."""
    return notes["shopping"]


@app.resource("note://{title}", name="note", title="메모", mime_type="text/plain")
def note(title: str) -> str:
    """A note by its title."""
    return notes[title]


@app.prompt(title="요약")
def sum_up(title: str, tone: str = "plain") -> list[UserMessage]:
    """Asks for a summary of a note."""
    return [UserMessage(f"'{title}' 메모를 {tone} 말투로 요약해 주세요.")]


@app.completion()
async def complete(ref, argument, context):
    if isinstance(ref, PromptReference) and argument.name == "title":
        found = [title for title in notes if title.startswith(argument.value)]
        return Completion(values=found, total=len(found), has_more=False)
    return None


if sys.argv[1:2] == ["http"]:
    app.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]), json_response="json" in sys.argv[3:])
else:
    app.run()
