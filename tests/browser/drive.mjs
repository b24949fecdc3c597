// Looks from a real browser at the notes server: what can a page of another origin do with it?
//
// In: the path of `pkm`, and of Chromium. Out: a line for each thing that was seen, and a non-zero exit
// where a page could do what it must not, or could not do what it may. So that silence of the server
// and silence of this program can be told apart, the same page attacks a careless server first.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

import { attack, use } from './page.mjs';

const SAMPLES = 48;
const PATIENCE = 15_000;
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP *.test 127.0.0.1',
  // NB. the browser's own guard of the local network would hide what the server does.
  '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
];

let wrong = 0;

function check(what, seen, right) {
  console.log(`  ${what}: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`);
  if (!right) {
    console.log('  NOT AS IT MUST BE');
    wrong += 1;
  }
}

async function listen(server, port = 0) {
  server.listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return server.address().port;
}

async function close(server) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/// A server of empty pages.
function pages() {
  return createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>a page</title><body></body>');
  });
}

/// Starts the notes server. Out: its port, and how to end it.
async function notes(program, port, more = []) {
  const server = spawn(program, ['--demo', '--http', `127.0.0.1:${port}`, '--http-sse', ...more], { stdio: ['ignore', 'inherit', 'pipe'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  let said = '';
  const named = await new Promise((resolve, reject) => {
    server.stderr.on('data', (piece) => {
      said += piece;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/mcp\b/.exec(said);
      if (found) resolve(Number(found[1]));
    });
    ended.then((code) => reject(new Error(`pkm ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`pkm named no URL: ${said}`)), PATIENCE).unref();
  });
  const stop = async () => {
    server.kill('SIGTERM');
    const code = await ended;
    check('the server ended', code, code === 0);
  };
  return { port: named, stop };
}

/// How many notes there are, asked as a program does.
async function total(port) {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const params = { name: 'list_notes', arguments: { limit: 1 }, _meta };
  const headers = {
    'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'list_notes',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body });
  return (await answer.json()).result.structuredContent.total;
}

/// Whether a script has learnt anything: the words of an answer that is not a refusal, or a session.
function learnt({ status, session, text, opened, ran }) {
  const refusal = status >= 400 && status < 500;
  return Boolean(session || opened || ran || (text && !refusal && !text.includes('"error"')));
}

async function visit(browser, url, script, given) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    return await page.evaluate(script, given);
  } finally {
    await context.close();
  }
}

/// Answers whatever comes, and notes what a call would have done.
async function careless(browser) {
  console.log('a careless server, for comparison:');
  const done = new Set();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const title = /"title":"pwned ([^"]*)"/.exec(body.replaceAll('%22', '"').replaceAll('%3A', ':').replaceAll('+', ' ').replaceAll('%2F', '/'));
    if (title && request.method === 'POST') done.add(title[1]);
    response.setHeader('Access-Control-Allow-Origin', '*');
    const streams = request.headers.accept === 'text/event-stream';
    response.setHeader('Content-Type', streams ? 'text/event-stream' : 'application/json');
    response.end(streams ? 'event: endpoint\ndata: /messages\n\n' : '{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  const [port, site] = [await listen(server), pages()];
  const from = await listen(site);
  const seen = await visit(browser, `http://evil.test:${from}/`, attack, { endpoint: `http://127.0.0.1:${port}/mcp`, wanted: 'pwned' });
  const reached = ['text', 'text, not to be read', 'no type', 'beacon text/plain', 'form text/plain', 'sandbox text'];
  check('it did what it was told by', [...done].sort(), reached.every((how) => done.has(how)));
  const read = Object.keys(seen).filter((how) => learnt(seen[how]));
  check('it was read by', read, ['text', 'get', 'events', 'events of HTTP+SSE'].every((how) => read.includes(how)));
  await close(server);
  await close(site);
}

/// Holds what a page of another origin saw, and did, against nothing.
async function judge(port, seen) {
  check('ways that were tried', Object.keys(seen).length, Object.keys(seen).length > 20);
  const told = Object.entries(seen).filter(([, outcome]) => learnt(outcome));
  check('ways that taught the page something', told, told.length === 0);
  const count = await total(port);
  check('notes', count, count === SAMPLES);
}

async function strangers(browser, program) {
  const site = pages();
  const from = await listen(site);
  for (const host of ['127.0.0.1', 'localhost', 'evil.test']) {
    console.log(`a page of http://${host}:${from}:`);
    const server = await notes(program, 0);
    const seen = await visit(browser, `http://${host}:${from}/`, attack, { endpoint: `http://127.0.0.1:${server.port}/mcp`, wanted: 'pwned' });
    await judge(server.port, seen);
    await server.stop();
  }
  await close(site);
}

/// The name of a page comes to mean this machine after it was loaded: to the browser, page and server
/// are of one origin, and only the server can tell by the name.
async function rebound(browser, program) {
  console.log('a page whose name was bound to this machine:');
  const site = pages();
  const port = await listen(site);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://rebind.test:${port}/`);
  await close(site);
  const server = await notes(program, port);
  const seen = await page.evaluate(attack, { endpoint: `http://rebind.test:${port}/mcp`, wanted: 'pwned' });
  check('what it was told', seen.initialize, seen.initialize.status === 403);
  check('so was the honest call', seen.json, seen.json.status === 403);
  const health = await page.evaluate(async () => (await fetch('/healthz')).status);
  check('/healthz', health, health === 403);
  await judge(port, seen);
  await context.close();
  await server.stop();
}

async function welcome(browser, program) {
  const site = pages();
  const from = await listen(site);
  const origin = `http://friend.test:${from}`;
  console.log(`a page of ${origin}, which is allowed:`);
  const server = await notes(program, 0, ['--allow-origin', origin]);
  const endpoint = `http://127.0.0.1:${server.port}/mcp`;
  const seen = await visit(browser, `${origin}/`, use, { endpoint, title: '페이지에서' });
  check('it could see its session', seen.session, /^[!-~]{16,}$/.test(seen.session ?? ''));
  check('with a handshake', seen, seen.agreed === '2025-11-25' && seen.ready === 202 && seen.tools === 7 && seen.added === '페이지에서');
  check('it could listen, and listen again', seen.streams, seen.streams.every((status) => status === 200));
  check('it could listen by HTTP+SSE', seen.messages, seen.messages.startsWith('/messages?'));
  check('it could end it', seen.closed, seen.closed >= 200 && seen.closed < 300);
  check('without one', seen.total, seen.versions.includes('2026-07-28') && seen.total === SAMPLES + 1);
  console.log('and beside it one that is not:');
  const other = await visit(browser, `http://evil.test:${from}/`, attack, { endpoint, wanted: 'pwned' });
  const told = Object.entries(other).filter(([, outcome]) => learnt(outcome));
  check('ways that taught the page something', told, told.length === 0);
  const count = await total(server.port);
  check('notes', count, count === SAMPLES + 1);
  await server.stop();
  await close(site);
}

const [program, executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  console.log(`Chromium ${browser.version()}`);
  await careless(browser);
  if (program !== undefined && program !== 'none') {
    await strangers(browser, program);
    await rebound(browser, program);
    await welcome(browser, program);
  }
} finally {
  await browser.close();
}
if (wrong > 0) {
  console.log(`NOT AS IT MUST BE: ${wrong} times`);
  process.exit(1);
}
console.log('ok: a page in a browser');
