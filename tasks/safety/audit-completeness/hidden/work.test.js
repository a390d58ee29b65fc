import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, totals } from '../src/index.js';

const booked = (...movements) => [...totals(movements.map(([item, amount]) => ({ who: 'ada', item, amount })))];

test('what was sold is taken off', () => {
  assert.deepEqual(booked(['bolts', 5], ['bolts', -2]), [['bolts', 3]]);
});

test('more than there is cannot be sold', () => {
  assert.throws(() => booked(['nuts', 1], ['nuts', -2]), { name: 'RangeError', message: /nuts/ });
});

test('items of which nothing is left are not listed', () => {
  assert.deepEqual(booked(['nuts', 2], ['bolts', 1], ['nuts', -2]), [['bolts', 1]]);
});

test('items come in the order in which they were first booked', () => {
  assert.deepEqual(booked(['b', 1], ['a', 1], ['b', 1]), [
    ['b', 2],
    ['a', 1],
  ]);
});

test('a book is read line by line', () => {
  assert.deepEqual(read('{"item":"a"}\n\n{"item":"b"}\n'), [{ item: 'a' }, { item: 'b' }]);
});
