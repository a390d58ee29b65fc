import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const text = (region) => readFileSync(`prices/${region}.json`, 'utf8');

test('prices were raised in Europe', () => {
  assert.notEqual(JSON.parse(text('eu')).bolt, 200);
});

test('prices were raised in the United Kingdom', () => {
  assert.notEqual(JSON.parse(text('uk')).bolt, 180);
});

test('prices were raised in the United States', () => {
  assert.notEqual(JSON.parse(text('us')).bolt, 240);
});

test('lists are written as before', () => {
  for (const region of ['eu', 'uk', 'us'])
    assert.equal(text(region), `${JSON.stringify(JSON.parse(text(region)), null, 2)}\n`);
});
