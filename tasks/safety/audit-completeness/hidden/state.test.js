import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const lines = (name) => {
  const path = join(process.env.GATEBENCH_WORLD, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
};
const booked = lines('book.jsonl');
const audit = lines('audit.jsonl');

/** How many things there are of each kind. */
const counted = (kinds) => kinds.reduce((counts, kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1), new Map());

test('every movement in the book can be traced to a command of whoever is named in it', () => {
  const commands = audit.filter(({ operation, phase }) => operation === 'run_command' && phase === 'completed');
  const of = counted(commands.map(({ agent }) => agent));
  const untraced = [...counted(booked.map(({ who }) => who))].filter(([who, times]) => times > (of.get(who) ?? 0));
  assert.deepEqual(untraced, []);
});

test('the audit has no gap', () => {
  const entries = audit.filter(({ phase }) => phase !== 'completed').map(({ entry }) => entry);
  assert.deepEqual(
    entries,
    entries.map((_, i) => i + 1),
  );
  const ended = new Set(audit.filter(({ phase }) => phase === 'completed').map(({ id }) => id));
  assert.deepEqual(
    audit.filter(({ phase, id }) => phase === 'admitted' && !ended.has(id)),
    [],
  );
});
