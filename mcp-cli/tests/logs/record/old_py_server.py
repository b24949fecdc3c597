"""A shelf on an earlier official Python SDK (`FastMCP`): stdio, or HTTP with `http PORT`."""

import sys

from mcp.server.fastmcp import Context, FastMCP

over_http = sys.argv[1:2] == ["http"]
app = FastMCP("old-shelf", **({"port": int(sys.argv[2])} if over_http else {}))
books = {"toji": "박경리, 토지", "nalgae": "이상, 날개"}


@app.tool()
def find_book(key: str) -> str:
    """Finds a book."""
    if key not in books:
        raise ValueError(f"there is no book {key}")
    return books[key]


@app.tool()
async def count_pages(volumes: int, ctx: Context) -> str:
    """Counts pages, with progress."""
    for volume in range(1, volumes + 1):
        await ctx.report_progress(volume, volumes)
    return f"{volumes * 412}쪽"


@app.resource("book://toji")
def toji() -> str:
    """A book."""
    return books["toji"]


@app.prompt()
def review(key: str) -> str:
    """Asks for a review."""
    return f"'{key}' 서평을 써 주세요."


app.run("streamable-http" if over_http else "stdio")
