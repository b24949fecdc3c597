// Drives the notes server with the official TypeScript client, in both eras.
//
// In: the path of `pkm`, a directory for what is recorded, and `--http` if it is to be served so. Out:
// a line for each thing that was seen, and a non-zero exit at the first one that is not as it must be.
// What is asked is what `../python/notes.py` asks; over stdio the wire is recorded and settled in the
// same way.

import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
const SAMPLES = 48;
const AT_ONCE = 1000;
// Long notes make the index slow enough to be interrupted.
const LONG_NOTES = 100;
const LONG_TEXT = '긴 노트의 한 줄, with some English in it, 검색과 색인을 위한 글. '.repeat(300);
// The server's own code for "too many calls at once, try again".
const BUSY = -31503;
const TOOLS = [
  'add_note', 'delete_note', 'list_notes', 'reindex_notes', 'search_notes', 'semantic_search_notes', 'update_note',
];

function check(what, seen, right) {
  console.log(`  ${what}: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`);
  if (!right) {
    throw new Error(`NOT AS IT MUST BE: ${what}: ${JSON.stringify(seen)}`);
  }
}

async function call(client, name, args, options) {
  const result = await client.callTool({ name, arguments: args }, options);
  return { error: result.isError === true, text: result.content[0].text, value: result.structuredContent };
}

async function first(client, tool, query) {
  const answer = await call(client, tool, { query, limit: 3 });
  if (answer.error || JSON.stringify(answer.value) !== answer.text || answer.value.matches.length === 0) {
    throw new Error(`NOT AS IT MUST BE: ${tool} ${query}: ${JSON.stringify(answer)}`);
  }
  return answer.value.matches[0];
}

async function lists(client) {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name).sort();
  check('tools', names, JSON.stringify(names) === JSON.stringify(TOOLS));
  const { limit } = tools.find((tool) => tool.name === 'search_notes').inputSchema.properties;
  check('limit is', limit, limit.minimum === 1 && limit.maximum === 50 && limit.default === 5);
  const { value } = await call(client, 'list_notes', { limit: 100 });
  check('samples', value.total, value.total === SAMPLES && value.notes.length === SAMPLES);
}

async function finds(client) {
  for (const [tool, query, title] of [
    ['search_notes', 'MCP 인증', 'MCP 인증 흐름'],
    ['search_notes', '된장', '엄마표 된장찌개'],
    ['search_notes', 'PKCE', 'OAuth 2.1 in my own words'],
    ['semantic_search_notes', 'household budget', '가계부 5월 정리'],
    ['semantic_search_notes', '고양이 예방 접종', '고양이 보리 병원 기록'],
    ['semantic_search_notes', '로그인 장애', '로그인 장애 회고 (2월 11일)'],
  ]) {
    const match = await first(client, tool, query);
    const scored = tool === 'search_notes' || (match.score > 0 && match.score <= 1);
    check(`${tool} ${query}`, match.title, match.title === title && scored);
  }
  const nothing = await call(client, 'search_notes', { query: '전혀없는낱말' });
  check('nothing found', nothing.text, nothing.text === '{"matches":[]}' && !nothing.error);
}

async function refuses(client) {
  const wrong = await call(client, 'search_notes', { query: '', limit: 51 });
  const right = wrong.text.includes('query must not be empty') && wrong.text.includes('limit must be <= 50');
  check('wrong arguments', wrong.text, wrong.error && right);
  const name = await call(client, 'search_notes', { qeury: '인증' });
  const named = name.text.includes('query is required') && name.text.includes('qeury is not a parameter');
  check('a wrong name', name.text, name.error && named);
  const unknown = await call(client, 'update_note', { id: 'note-9999', title: 'x' });
  check('an unknown note', unknown.text, unknown.error && unknown.text.includes('note-9999'));
  const error = await call(client, 'serach_notes', { query: 'x' }).then(() => undefined, (error) => error);
  check('an unknown tool', `${error?.code} ${error?.message}`, error?.code === -32602 && error.message.includes('search_notes'));
}

async function keeps(client) {
  const { value: added } = await call(client, 'add_note', { title: '올챙이 관찰 🐸', content: '뒷다리가 먼저 나왔다.', tags: ['연못'] });
  check('added', added.title, added.title === '올챙이 관찰 🐸' && added.tags[0] === '연못');
  const found = await first(client, 'search_notes', '뒷다리');
  check('found', found.id, found.id === added.id);
  await call(client, 'update_note', { id: added.id, content: '앞다리도 나왔다.' });
  const { value: gone } = await call(client, 'search_notes', { query: '뒷다리' });
  const again = await first(client, 'search_notes', '앞다리');
  check('found after a change', again.id, again.id === added.id && gone.matches.length === 0);
  const { value: deleted } = await call(client, 'delete_note', { id: added.id });
  check('deleted', deleted.content, deleted.content === '앞다리도 나왔다.');
}

// What the server said: of a response that is neither 200 nor 400 this client hands on the text alone.
function told(error) {
  try {
    return JSON.parse(error.data.text).error;
  } catch {
    return error;
  }
}

const busy = { times: 0 };

async function patiently(client, name, args) {
  for (;;) {
    try {
      return await call(client, name, args);
    } catch (error) {
      const { code, data } = told(error);
      if (code !== BUSY || data?.retryable !== true) throw error;
      busy.times += 1;
      await sleep(data.retryAfterMs);
    }
  }
}

async function callsAtOnce(client) {
  busy.times = 0;
  const started = Date.now();
  const numbers = Array.from({ length: AT_ONCE }, (_, nth) => nth);
  const answers = await Promise.all(numbers.map((nth) => patiently(client, 'add_note', { title: `번호 ${nth}`, content: `쪽지 ${nth}` })));
  const right = answers.filter((answer, nth) => !answer.error && answer.value.title === `번호 ${nth}`).length;
  const ids = new Set(answers.map((answer) => answer.value.id)).size;
  const { value } = await call(client, 'list_notes', { limit: 1 });
  check(`${AT_ONCE} calls at once, right`, `${right} in ${Date.now() - started} ms`, right === AT_ONCE && ids === AT_ONCE);
  check('notes after them', value.total, value.total === SAMPLES + AT_ONCE);
  console.log(`  told to try again: ${busy.times} times`);
}

async function tellsProgress(client) {
  const seen = [];
  const answer = await call(client, 'reindex_notes', {}, { onprogress: ({ progress, total }) => seen.push([progress, total]) });
  const count = SAMPLES + AT_ONCE;
  const rising = seen.every(([done, total], nth) => total === count && (nth === 0 || seen[nth - 1][0] < done));
  check('progress', seen.map(([done]) => done), seen.length >= 2 && rising);
  check('reindexed', answer.value, answer.value.reindexed === count);
}

async function cancels(client) {
  const long = Array.from({ length: LONG_NOTES }, (_, nth) => patiently(client, 'add_note', { title: `긴 노트 ${nth}`, content: LONG_TEXT }));
  await Promise.all(long);
  const controller = new AbortController();
  const onprogress = () => controller.abort('no longer wanted');
  const given = await call(client, 'reindex_notes', {}, { signal: controller.signal, onprogress }).then(() => 'answered', () => 'given up');
  check('a call given up', given, given === 'given up');
  const started = Date.now();
  const match = await first(client, 'search_notes', 'MCP 인증');
  check('the server goes on', `${match.title}, ${Date.now() - started} ms`, match.title === 'MCP 인증 흐름');
}

// Holds the answers on the wire to the requests, once the conversation is over.
function settle(directory) {
  const frames = (name) => readFileSync(join(directory, name), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const [read, written] = [frames('in.log'), frames('out.log')];
  const asked = read.filter((frame) => frame.id !== undefined && frame.method).map((frame) => frame.id);
  const givenUp = read.filter((frame) => frame.method === 'notifications/cancelled').map((frame) => frame.params.requestId);
  const answers = written.filter((frame) => frame.id !== undefined).map((frame) => frame.id).sort((one, other) => one - other);
  const wanted = asked.filter((id) => !givenUp.includes(id)).sort((one, other) => one - other);
  check('given up on the wire', givenUp, givenUp.length === 1);
  check('requests', asked.length, JSON.stringify(answers) === JSON.stringify(wanted));
}

// How long a process has been busy so far, in seconds (Linux). After the name, which may hold anything,
// of 52 fields the 14th and 15th, here the 12th and 13th; of hundredths, as on every Linux of today.
function busyFor(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

// What was given up does not run any more; it would for seconds.
async function rests(pid) {
  await sleep(200);
  const before = busyFor(pid);
  await sleep(1000);
  const seconds = busyFor(pid) - before;
  check('the server rests', `busy for ${seconds.toFixed(2)} s of 1 s`, seconds < 0.1);
}

async function drive(transport, mode, version, pid) {
  const client = new Client({ name: 'check', version: '0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  try {
    check('agreed on', client.getNegotiatedProtocolVersion(), client.getNegotiatedProtocolVersion() === version);
    for (const step of [lists, finds, refuses, keeps, callsAtOnce, tellsProgress, cancels]) {
      await step(client);
    }
    if (pid !== undefined) await rests(pid);
    // A session is over when its client says so; the other era has none.
    await transport.terminateSession?.();
  } finally {
    await client.close();
  }
}

async function overStdio(program, directory, mode, version) {
  const script = 'tee "$2" | "$1" --demo | tee "$3"';
  const args = ['-c', script, 'sh', program, join(directory, 'in.log'), join(directory, 'out.log')];
  await drive(new StdioClientTransport({ command: 'sh', args }), mode, version);
  settle(directory);
}

// Serves over HTTP, and sees the server end well.
async function overHttp(program, directory, mode, version) {
  const log = join(directory, 'server.log');
  const server = spawn(program, ['--demo', '--http', '127.0.0.1:0'], { stdio: ['ignore', 'ignore', openSync(log, 'w')] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    await drive(new StreamableHTTPClientTransport(await named(server, log)), mode, version, server.pid);
  } finally {
    server.kill('SIGTERM');
  }
  const code = await ended;
  check('the server ended', code, code === 0);
}

// The URL that a server says it listens on.
async function named(server, log) {
  for (let tries = 0; tries < 1000 && server.exitCode === null; tries += 1) {
    const found = /http:\/\/127\.0\.0\.1:\d+\/mcp\b/.exec(readFileSync(log, 'utf8'));
    if (found) return new URL(found[0]);
    await sleep(20);
  }
  throw new Error(`NOT AS IT MUST BE: no URL on stderr: ${readFileSync(log, 'utf8')}`);
}

const [program, records, http] = process.argv.slice(2);
const [over, way] = http === '--http' ? [overHttp, 'over http'] : [overStdio, 'over stdio'];
for (const [title, mode, version] of [['legacy', 'legacy', LEGACY], ['auto', 'auto', MODERN], [MODERN, { pin: MODERN }, MODERN]]) {
  console.log(`${title}, ${way}:`);
  const directory = join(records, title);
  mkdirSync(directory, { recursive: true });
  await over(program, directory, mode, version);
}
console.log('ok: the notes server with the official TypeScript client, three times');
