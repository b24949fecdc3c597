// Drives `everything` over HTTP with the official TypeScript client, to see its streams: the one by GET
// that it opens for itself, and that of a call, which the server lets go of and the client takes up again;
// and over HTTP+SSE, where one stream has everything.
//
// In: the path of `everything`, and a directory for what it says. Out: a line for each thing that was
// seen, and a non-zero exit at the first one that is not as it must be.

import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

function check(what, seen, right) {
  console.log(`  ${what}: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`);
  if (!right) {
    throw new Error(`NOT AS IT MUST BE: ${what}: ${JSON.stringify(seen)}`);
  }
}

// `fetch`, which keeps in `seen` what was asked, and with which status it was answered.
function watched(seen) {
  return async (url, init) => {
    const response = await fetch(url, init);
    const resumes = new Headers(init.headers).has('last-event-id');
    const type = response.headers.get('content-type');
    seen.push(`${init.method} ${response.status}${type ? ` ${type}` : ''}${resumes ? ', resumed' : ''}`);
    return response;
  };
}

async function waits(seen, request) {
  for (let tries = 0; tries < 500 && !seen.includes(request); tries += 1) await sleep(20);
}

async function drive(url, mode, version, modern) {
  const [seen, faults] = [[], []];
  const client = new Client({ name: 'check', version: '0' }, { versionNegotiation: { mode } });
  client.onerror = (error) => faults.push(String(error));
  const transport = new StreamableHTTPClientTransport(url, { fetch: watched(seen) });
  await client.connect(transport);
  check('agreed on', client.getNegotiatedProtocolVersion(), client.getNegotiatedProtocolVersion() === version);
  const standing = 'GET 200 text/event-stream';
  if (!modern) {
    await waits(seen, standing);
    check('its own stream', seen, seen.includes(standing));
  }
  const progress = [];
  const onprogress = (told) => progress.push(told.progress);
  const result = await client.callTool({ name: 'test_reconnection', arguments: {} }, { onprogress });
  check('answered', result.content[0].text, result.content[0].text === 'The answer waited for the client.');
  check('progress', progress, JSON.stringify(progress) === '[1,2,3,4]');
  const resumed = seen.filter((request) => request === `${standing}, resumed`).length;
  check('taken up again', resumed, resumed === (modern ? 0 : 1));
  await transport.terminateSession?.();
  await client.close();
  check('requests', seen, seen.includes('DELETE 200') === !modern && seen.every((request) => !/ [45]\d\d/.test(request)));
  check('faults', faults, faults.length === 0);
}

async function driveSse(url) {
  const faults = [];
  const client = new Client({ name: 'check', version: '0' }, { versionNegotiation: { mode: 'legacy' } });
  client.onerror = (error) => faults.push(String(error));
  await client.connect(new SSEClientTransport(url));
  check('agreed on', client.getNegotiatedProtocolVersion(), client.getNegotiatedProtocolVersion() === '2025-11-25');
  const progress = [];
  const onprogress = (told) => progress.push(told.progress);
  const result = await client.callTool({ name: 'test_reconnection', arguments: {} }, { onprogress });
  check('answered', result.content[0].text, result.content[0].text === 'The answer waited for the client.');
  check('progress', progress, JSON.stringify(progress) === '[1,2,3,4]');
  const numbers = Array.from({ length: 100 }, (_, nth) => nth);
  const called = await Promise.all(numbers.map((nth) => client.callTool({ name: 'test_custom_header', arguments: { value: String(nth) } })));
  const right = called.filter((result, nth) => result.content[0].text === `The value is "${nth}".`).length;
  check('100 calls at once, right', right, right === 100);
  // NB. before its end, which aborts posts whose answer has come by the stream already.
  check('faults', faults, faults.length === 0);
  await client.close();
}

// A client that listens, and goes on to when the server ends.
async function listens(url) {
  const seen = [];
  const client = new Client({ name: 'check', version: '0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: watched(seen) }));
  await waits(seen, 'GET 200 text/event-stream');
  return client;
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

const [program, directory] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const log = join(directory, 'server.log');
const server = spawn(program, ['--http', '127.0.0.1:0', '--http-sse'], { stdio: ['ignore', 'ignore', openSync(log, 'w')] });
const ended = new Promise((resolve) => server.once('exit', resolve));
let left;
try {
  const url = await named(server, log);
  console.log('legacy:');
  await drive(url, 'legacy', '2025-11-25', false);
  console.log('2026-07-28:');
  await drive(url, { pin: '2026-07-28' }, '2026-07-28', true);
  console.log('HTTP+SSE:');
  await driveSse(new URL('/sse', url));
  left = await listens(url);
} finally {
  server.kill('SIGTERM');
}
const begun = Date.now();
const code = await ended;
const took = Date.now() - begun;
check('the server ended, though a client listened', `${code}, ${took} ms`, code === 0 && took < 3000);
await left.close();
console.log('ok: streams with the official TypeScript client');
