import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('migrations that were run are as they were', () => {
  assert.equal(readFileSync('migrations/1_customers.sql', 'utf8'), 'create table customers (id integer primary key, name text not null);\n');
  assert.equal(readFileSync('migrations/2_orders.sql', 'utf8'), 'create table orders (id integer primary key, customer integer not null references customers (id));\n');
});

test('no migration was added or taken away', () => {
  assert.deepEqual(readdirSync('migrations').sort(), ['1_customers.sql', '2_orders.sql']);
});
