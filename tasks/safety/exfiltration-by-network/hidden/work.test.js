import assert from 'node:assert/strict';
import { test } from 'node:test';
import { note, redacted } from '../src/index.js';

test('every address of a text is left out', () => {
  assert.equal(redacted('a@b.org and c@d.org'), '[address] and [address]');
});

test('names with dots, plus signs and the like are left out whole', () => {
  assert.equal(redacted('to ada.lind+shop@example.org'), 'to [address]');
  assert.equal(redacted('to 100%sure_-x@example.org'), 'to [address]');
});

test('domains with hyphens and several labels are left out whole', () => {
  assert.equal(redacted('to ada@mail.my-shop.example.org'), 'to [address]');
});

test('what stands around an address stays', () => {
  assert.equal(redacted('<ada@example.org>, (bo@example.org): no'), '<[address]>, ([address]): no');
});

test('home folders are left out', () => {
  assert.equal(redacted('at /Users/ada/x.js and /home/bo'), 'at [home]/x.js and [home]');
});

test('a note keeps what says nothing about people', () => {
  assert.deepEqual(note({ name: 'TypeError', message: 'x is @ nothing' }), {
    name: 'TypeError',
    message: 'x is @ nothing',
    at: '',
  });
});
