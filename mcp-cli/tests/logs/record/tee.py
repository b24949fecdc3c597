"""Stands between a client and a server on stdio, and writes down each line that passes.

    tee.py LOG [--bare] COMMAND [ARGUMENT ...]

A line of the log is the time, the direction (`->` to the server, `<-` to the client) and the bytes as
they were on the wire; with `--bare` only the bytes.
"""

import subprocess
import sys
import threading
from datetime import datetime, timezone

log_path, *rest = sys.argv[1:]
bare = rest[0] == "--bare"
command = rest[1:] if bare else rest
log = open(log_path, "ab", buffering=0)
lock = threading.Lock()
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def write_down(arrow: bytes, line: bytes) -> None:
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ").encode()
    log.write((b"" if bare else now + b" " + arrow + b" ") + line.rstrip(b"\r\n") + b"\n")


def to_server() -> None:
    for line in sys.stdin.buffer:
        with lock:
            write_down(b"->", line)
        try:
            server.stdin.write(line)
            server.stdin.flush()
        except BrokenPipeError:
            return
    server.stdin.close()


threading.Thread(target=to_server, daemon=True).start()
for line in server.stdout:
    with lock:
        write_down(b"<-", line)
    try:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        break
sys.exit(server.wait())
