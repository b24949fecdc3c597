// The gate itself: what it must not let through.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NO_RESULT, NOTHING_TESTED, allowed, judge, required, succeeded } from './gate.mjs';

const check = (id, status = 'SUCCESS') => ({ id, status, description: id });
const faults = (checks, may = [], must = succeeded(checks)) =>
  judge(['ping'], new Map([['ping', checks]]), new Map(may.length ? [['ping', may]] : []), { ping: must }).faults;

test('a scenario whose checks all succeed passes', () => {
  assert.deepEqual(faults([check('ping'), check('wire-schema-valid'), check('note', 'INFO')]), []);
});

test('a failure, a warning and a skipped check are faults', () => {
  for (const status of ['FAILURE', 'WARNING', 'SKIPPED']) {
    assert.match(faults([check('ping'), check('other', status)])[0], /^ping: other: /);
  }
});

test('an exception lets its own check through and no other', () => {
  const seen = [check('a', 'FAILURE'), check('b', 'WARNING')];
  assert.deepEqual(faults(seen, ['a', 'b']), []);
  assert.match(faults(seen, ['a'])[0], /^ping: b: WARNING/);
});

test('an exception that succeeds is a fault', () => {
  assert.match(faults([check('a')], ['a'])[0], /take it off the exceptions/);
});

test('one failure of a check that is made more than once is a failure', () => {
  assert.equal(faults([check('a', 'FAILURE'), check('a')]).length, 1);
});

test('a check that is not made any more, or less often, is a fault', () => {
  const must = { ping: 1, twice: 2 };
  assert.deepEqual(faults([check('ping'), check('twice'), check('twice')], [], must), []);
  assert.match(faults([check('ping'), check('twice')], [], must)[0], /^ping: twice: succeeded 1 times, must 2/);
  assert.match(faults([check('twice'), check('twice')], [], must)[0], /^ping: ping: succeeded 0 times/);
  assert.match(faults([check('ping', 'INFO'), check('twice'), check('twice')], [], must)[0], /^ping: ping: /);
});

test('a check that succeeds and is not in the list is a fault, so that the list is whole', () => {
  assert.match(faults([check('ping'), check('new')], [], { ping: 1 })[0], /^ping: new: .*checks\.json/);
  assert.equal(judge([], new Map(), new Map(), { pnig: { a: 1 } }).faults.length, 1);
});

test('a scenario without a result, or with nothing but the shape of messages, is a fault', () => {
  assert.match(faults(undefined)[0], new RegExp(NO_RESULT));
  assert.match(faults([check('wire-schema-valid')])[0], new RegExp(NOTHING_TESTED));
});

test('an exception of an unknown scenario, without a reason or given twice is a fault', () => {
  assert.equal(judge([], new Map(), new Map([['pnig', ['a']]]), {}).faults.length, 1);
  const scenarios = { v: { ping: ['a'] } };
  assert.throws(() => allowed([{ because: '', scenarios }], 'v'));
  assert.throws(() => allowed([{ because: 'x', scenarios }, { because: 'y', scenarios }], 'v'));
  assert.equal(allowed([{ because: 'x', scenarios }], 'w').size, 0);
  const more = { v: { ping: ['b'] } };
  assert.deepEqual(allowed([{ because: 'x', scenarios }, { because: 'y', scenarios: more }], 'v').get('ping'), ['a', 'b']);
});

test('scenarios that are not scored are required of the server as well', () => {
  const unscored = [{ scenario: 'b', leg: 'server' }, { scenario: 'c', leg: 'client' }];
  assert.deepEqual(required({ server: ['a'], not_scored: unscored }), ['a', 'b']);
});
