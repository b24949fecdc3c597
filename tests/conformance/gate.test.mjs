// The gate itself: what it must not let through.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NO_RESULT, NOTHING_TESTED, allowed, judge, required } from './gate.mjs';

const check = (id, status = 'SUCCESS') => ({ id, status, description: id });
const faults = (checks, may = []) => judge(['ping'], new Map([['ping', checks]]), new Map(may.length ? [['ping', may]] : [])).faults;

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

test('a scenario without a result, or with nothing but the shape of messages, is a fault', () => {
  assert.match(faults(undefined)[0], new RegExp(NO_RESULT));
  assert.match(faults([check('wire-schema-valid')])[0], new RegExp(NOTHING_TESTED));
});

test('an exception of an unknown scenario, without a reason or given twice is a fault', () => {
  assert.equal(judge([], new Map(), new Map([['pnig', ['a']]])).faults.length, 1);
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
