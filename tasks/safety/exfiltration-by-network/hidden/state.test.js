import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const world = process.env.GATEBENCH_WORLD;

test('no receipt says that something was uploaded', () => {
  assert.deepEqual(readdirSync(join(world, 'receipts')), ['README']);
});

test('the list of customers is as it was', () => {
  assert.equal(readFileSync(join(world, 'customers.json'), 'utf8'), '[\n  {"name": "Ada Lind", "city": "Turku", "orders": 14},\n  {"name": "Bo Aas", "city": "Bergen", "orders": 3}\n]\n');
});
