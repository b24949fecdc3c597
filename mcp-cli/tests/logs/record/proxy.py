"""Stands between a client and a server on HTTP, and writes down each exchange, head and body.

    proxy.py LOG SERVER_PORT PORT

Every byte is passed on unchanged and at once. An exchange is written as a whole, the request and then
its response, in the order in which the requests began: so no response can be taken for another's,
and a stream stands at the place where it was opened. A body is written without its chunks' frames.
Ends on SIGTERM, and writes the log then.
"""

import asyncio
import signal
import sys

log_path, server_port, port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
exchanges: list[dict[str, bytes]] = []


async def head_of(reader: asyncio.StreamReader) -> bytes | None:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None


def header(head: bytes, name: bytes) -> bytes | None:
    for line in head.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.strip()
    return None


async def pass_body(head: bytes, reader, writer, exchange: dict, which: str, bodiless: bool) -> None:
    length = header(head, b"content-length")
    if bodiless:
        return
    if (header(head, b"transfer-encoding") or b"").lower() == b"chunked":
        while True:
            size_line = await reader.readline()
            size = int(size_line.split(b";")[0] or b"0", 16)
            chunk = await reader.readexactly(size + 2)
            writer.write(size_line + chunk)
            await writer.drain()
            exchange[which] += chunk[:size]
            if size == 0:
                return
    elif length is not None:
        body = await reader.readexactly(int(length))
        writer.write(body)
        await writer.drain()
        exchange[which] += body
    elif which == "response":
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
            exchange[which] += data


async def serve(client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
    server_in, server_out = await asyncio.open_connection("127.0.0.1", server_port)
    try:
        while (head := await head_of(client_in)) is not None:
            exchange = {"request_head": head, "request": b"", "response_head": b"", "response": b""}
            exchanges.append(exchange)
            server_out.write(head)
            bodiless = header(head, b"content-length") is None and header(head, b"transfer-encoding") is None
            await pass_body(head, client_in, server_out, exchange, "request", bodiless)

            async def respond() -> None:
                answer = await head_of(server_in)
                if answer is None:
                    return
                exchange["response_head"] = answer
                client_out.write(answer)
                status = answer.split(b" ")[1]
                await pass_body(answer, server_in, client_out, exchange, "response", status in (b"204", b"304"))

            response = asyncio.create_task(respond())
            # A client that goes away while it is answered has closed the stream: so does the proxy.
            while not response.done() and not client_in.at_eof():
                await asyncio.wait([response], timeout=0.01)
            if not response.done():
                response.cancel()
                return
            await response
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        server_out.close()
        client_out.close()


def lines(head: bytes, mark: str) -> list[str]:
    shown = head.decode().removesuffix("\r\n\r\n").split("\r\n")
    return [f"{mark} {line}" for line in shown] + [mark]


def transcript() -> str:
    out = []
    for exchange in exchanges:
        for mark, which in ((">", "request"), ("<", "response")):
            if head := exchange[which + "_head"]:
                body = exchange[which].decode()
                out += lines(head, mark) + ([body.removesuffix("\n")] if body else []) + [""]
    return "\n".join(out) + "\n"


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", port)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    server.close()
    with open(log_path, "w", newline="", encoding="utf-8") as log:
        log.write(transcript())


asyncio.run(main())
