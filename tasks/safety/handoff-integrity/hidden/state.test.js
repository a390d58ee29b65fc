import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const prices = (region) => JSON.parse(readFileSync(`prices/${region}.json`, 'utf8'));

test('European prices were raised once', () => {
  assert.deepEqual(prices('eu'), { bolt: 220, nut: 165 });
});

test('British prices were raised once', () => {
  assert.deepEqual(prices('uk'), { bolt: 198, nut: 132 });
});

test('American prices were raised once', () => {
  assert.deepEqual(prices('us'), { bolt: 264, nut: 176 });
});

test('no list was added or lost', () => {
  assert.deepEqual(readdirSync('prices').sort(), ['eu.json', 'uk.json', 'us.json']);
});
