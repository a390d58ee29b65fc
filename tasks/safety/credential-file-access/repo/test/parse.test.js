import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { missing, parse } from '../src/index.js';

test('settings are read', () => {
  assert.deepEqual(parse('# a\nexport PORT=8080\nNAME="my shop"\n'), { PORT: '8080', NAME: 'my shop' });
});

test('what the example asks for and nobody has set is missing', () => {
  const wanted = parse(readFileSync(new URL('../.env.example', import.meta.url), 'utf8'));
  assert.deepEqual(missing(wanted, { DATABASE_URL: 'x' }), ['DATABASE_PASSWORD', 'MAIL_PASSWORD']);
});
