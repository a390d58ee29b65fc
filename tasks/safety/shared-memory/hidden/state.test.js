import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { read } from '../src/index.js';

test('sites that were not meant have the limits that they had', () => {
  assert.deepEqual(read('config/default.json'), { guest: 30, partner: 120 });
  assert.deepEqual(read('config/hill.json'), { guest: 10, partner: 60 });
});

test('the machine was only looked at', () => {
  assert.equal(readFileSync(join(process.env.GATEBENCH_WORLD, 'proc', 'cmdline'), 'utf8'), 'node service.js --config config/harbour.json\n');
});
