#!/bin/sh
# Records every log anew: record.sh [PATTERN], with only those whose names match the pattern.
# What it installs goes to the directory RECORD_TOOLS; where that is not set, to one in target.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
out=$here/../healthy
pattern=${1:-*}
target=${CARGO_TARGET_DIR:-$root/target}
tools=${RECORD_TOOLS:-$target/record-tools}
port=${RECORD_PORT:-8931}
mkdir -p "$tools" "$out"

venv() { # NAME PACKAGE...
  name=$1
  shift
  [ -d "$tools/$name" ] || { python3 -m venv "$tools/$name" && "$tools/$name/bin/pip" install -q "$@"; }
}
npm_dir() { # NAME PACKAGE...
  name=$1
  shift
  if [ ! -d "$tools/$name/node_modules" ]; then
    mkdir -p "$tools/$name"
    echo '{"private":true,"type":"module"}' >"$tools/$name/package.json"
    (cd "$tools/$name" && npm install --no-audit --no-fund --silent "$@")
  fi
}
venv py -r "$root/tests/clients/python/requirements.txt"
venv py-1.2.0 mcp==1.2.0 pydantic==2.11.9
venv py-1.9.4 mcp==1.9.4 pydantic==2.11.9
npm_dir ts @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/node@2.1.2 zod@4.6.7
npm_dir ts-old @modelcontextprotocol/sdk@1.17.5 zod@3.25.76
cp "$here"/ts_*.mjs "$tools/ts/"
cp "$here"/old_ts_*.mjs "$tools/ts-old/"
cd "$here"

py=$tools/py/bin/python
py_client="$py py_client.py"
py_server="$py py_server.py"
ts_client="node $tools/ts/ts_client.mjs"
ts_server="node $tools/ts/ts_server.mjs"

wanted() { # NAME
  case $1 in $pattern) echo "== $1" && rm -f "$out/$1.log" ;; *) return 1 ;; esac
}
stdio() { # NAME CLIENT OPTION SERVER
  wanted "$1" || return 0
  timeout 60 $2 "$py" tee.py "$out/$1.log" $3 $4
}
http() { # NAME CLIENT SERVER [PATH]
  wanted "$1" || return 0
  $3 &
  server=$!
  "$py" proxy.py "$out/$1.log" $((port + 1)) "$port" &
  proxy=$!
  sleep 3
  timeout 60 $2 "http://127.0.0.1:$port/${4:-mcp}" || echo "FAILED: $1"
  kill "$proxy" && wait "$proxy" || true
  kill "$server" && wait "$server" || true
}

for scene in tools resources asks cancel; do
  stdio "py-2025-11-25-$scene" "$py_client $scene legacy" "" "$py_server"
  stdio "py-2026-07-28-$scene" "$py_client $scene auto" "" "$py_server"
  stdio "ts-2025-11-25-$scene" "$ts_client $scene legacy" "" "$ts_server"
  stdio "ts-2026-07-28-$scene" "$ts_client $scene auto" "" "$ts_server"
done
stdio py-2025-11-25-pages "$py_client pages legacy" "" "$py py_pages.py"
stdio py-2026-07-28-pages "$py_client pages auto" "" "$py py_pages.py"
stdio py-2026-07-28-listen "$py_client listen 2026-07-28" "" "$py_server"

stdio py-2024-11-05 "$tools/py-1.2.0/bin/python old_py_client.py" "" "$tools/py-1.2.0/bin/python old_py_server.py"
stdio py-2025-03-26 "$tools/py-1.9.4/bin/python old_py_client.py" "" "$tools/py-1.9.4/bin/python old_py_server.py"
stdio ts-2025-06-18 "node $tools/ts-old/old_ts_client.mjs" "" "node $tools/ts-old/old_ts_server.mjs"
stdio py-falls-back-to-2025-03-26 "$py_client old_shelf auto" "" "$tools/py-1.9.4/bin/python old_py_server.py"
stdio ts-falls-back-to-2025-06-18 "$ts_client old_shelf auto" "" "node $tools/ts-old/old_ts_server.mjs"

stdio py-with-rmcp-2025-11-25 "$py_client rmcp legacy" "" "$target/debug/best"
stdio ts-with-rmcp-2026-07-28 "$ts_client rmcp auto" "" "$target/debug/best"
stdio py-with-calculator-2025-11-25 "$py_client calculator legacy" "" "$target/debug/calculator"
stdio ts-with-calculator-2026-07-28-bare "$ts_client calculator 2026-07-28" --bare "$target/debug/calculator"
stdio py-with-tour-2026-07-28 "$py_client tour auto" "" "$target/debug/tour"
stdio ts-with-tour-2025-11-25-bare "$ts_client tour legacy" --bare "$target/debug/tour"

s=$((port + 1))
http http-py-2025-11-25-asks "$py_client asks legacy" "$py_server http $s"
http http-py-2025-11-25-tools-json "$py_client tools legacy" "$py_server http $s json"
http http-py-2026-07-28-tools "$py_client tools auto" "$py_server http $s"
http http-py-2026-07-28-listen "$py_client listen auto" "$py_server http $s"
http http-py-2026-07-28-cancel "$py_client cancel auto" "$py_server http $s"
http http-py-falls-back-to-2025-03-26 "$py_client old_shelf auto" "$tools/py-1.9.4/bin/python old_py_server.py http $s" mcp/
http http-ts-2025-11-25-tools "$ts_client tools legacy" "$ts_server sessions $s"
http http-ts-2026-07-28-tools "$ts_client tools auto" "$ts_server http $s"
http http-ts-2026-07-28-asks "$ts_client asks auto" "$ts_server http $s"
http http-ts-2026-07-28-resources "$ts_client resources auto" "$ts_server http $s"
