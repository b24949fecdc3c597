// Judges the results of the official conformance suite, strictly.
//
// In: what a revision requires, the results that the suite wrote, the exceptions, and the checks that
// must succeed. Out: what is not as it must be, and counts. A check that is not a success (a warning and
// a skipped check are none either) must be among the exceptions; an exception that isn't needed any more
// is a fault too, so that the list only shrinks; and a check that isn't made at all any more is one, since
// the suite leaves out what it takes for not applicable. The suite's own exit code is kinder on all of
// these points.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/// Stands in the place of a check where the suite wrote nothing at all about a scenario.
export const NO_RESULT = 'no result';
/// Stands in the place of a check where nothing was tested but that messages have the right shape.
export const NOTHING_TESTED = 'nothing tested';

const SHAPE = 'wire-schema-valid';
const WHEN = /-\d{4}-\d\d-\d\dT[\d-]+Z$/;

/// The server's scenarios of a revision: those that are scored, and those that are only run.
export function required(requirements) {
  const unscored = (requirements.not_scored ?? []).filter(({ leg }) => leg === 'server');
  return [...requirements.server, ...unscored.map(({ scenario }) => scenario)];
}

/// The checks of each scenario, from a directory that the suite wrote.
export function results(directory) {
  const found = new Map();
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    const file = join(directory, name, 'checks.json');
    if (existsSync(file)) {
      found.set(name.replace(WHEN, '').replace(/^server-/, ''), JSON.parse(readFileSync(file, 'utf8')));
    }
  }
  return found;
}

/// For each scenario of a revision the checks that may fail, from the list of exceptions.
export function allowed(exceptions, revision) {
  const found = new Map();
  for (const { because, scenarios } of exceptions) {
    for (const [scenario, checks] of Object.entries(scenarios[revision] ?? {})) {
      const before = found.get(scenario) ?? [];
      if (!because || checks.length === 0 || checks.some((id) => before.includes(id))) {
        throw new Error(`exceptions: ${scenario} needs a reason and its checks, each once`);
      }
      found.set(scenario, [...before, ...checks]);
    }
  }
  return found;
}

/// What of one scenario is no success: the name of each check, with the suite's words.
export function failing(checks) {
  if (checks === undefined) {
    return new Map([[NO_RESULT, 'the suite wrote no checks.json']]);
  }
  const found = new Map();
  for (const { id, status, errorMessage, description } of checks) {
    if (status !== 'SUCCESS' && status !== 'INFO') {
      found.set(id, `${status}: ${errorMessage ?? description}`);
    }
  }
  if (found.size === 0 && !checks.some(({ id, status }) => id !== SHAPE && status === 'SUCCESS')) {
    found.set(NOTHING_TESTED, 'no check succeeded, nor failed');
  }
  return found;
}

/// How often each check of a scenario succeeded.
export function succeeded(checks = []) {
  const found = {};
  for (const { id } of checks.filter(({ status }) => status === 'SUCCESS')) {
    found[id] = (found[id] ?? 0) + 1;
  }
  return found;
}

/// What of one scenario succeeded less often than it must, or is not in the list of what must.
function missing(checks, must = {}) {
  const seen = succeeded(checks);
  const faults = Object.entries(must)
    .filter(([id, times]) => (seen[id] ?? 0) < times)
    .map(([id, times]) => `${id}: succeeded ${seen[id] ?? 0} times, must ${times} times`);
  const more = Object.entries(seen)
    .filter(([id, times]) => times > (must[id] ?? 0))
    .map(([id, times]) => `${id}: succeeded ${times} times, which checks.json must say (run --record)`);
  return [...faults, ...more];
}

/// Holds results against what is wanted. `must` is, for each scenario, how often each of its checks
/// succeeds. `faults` is empty where all is as it must be.
export function judge(wanted, seen, excepted, must) {
  const faults = [];
  const counts = { scenarios: wanted.length, clean: 0, checks: 0, passed: 0 };
  for (const scenario of [...excepted.keys()].filter((name) => !wanted.includes(name))) {
    faults.push(`${scenario}: is an exception, but no scenario of this revision`);
  }
  for (const scenario of Object.keys(must).filter((name) => !wanted.includes(name))) {
    faults.push(`${scenario}: has checks, but is no scenario of this revision`);
  }
  for (const scenario of wanted) {
    faults.push(...missing(seen.get(scenario), must[scenario]).map((fault) => `${scenario}: ${fault}`));
    const checks = (seen.get(scenario) ?? []).filter(({ status }) => status !== 'INFO');
    counts.checks += checks.length;
    counts.passed += checks.filter(({ status }) => status === 'SUCCESS').length;
    const found = failing(seen.get(scenario));
    counts.clean += found.size === 0 ? 1 : 0;
    const may = excepted.get(scenario) ?? [];
    for (const [id, words] of found) {
      if (!may.includes(id)) faults.push(`${scenario}: ${id}: ${words.slice(0, 300)}`);
    }
    for (const id of may.filter((id) => !found.has(id))) {
      faults.push(`${scenario}: ${id}: succeeds now; take it off the exceptions`);
    }
  }
  return { faults, counts };
}
