#!/usr/bin/env node
/**
 * The red team's two tables: cheats that want a pass without a solution, and attempts to get out of the sandbox.
 * Runs the tests of __tests__/red_team, which hold the catalogue as data, and prints what they saw.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

/** Tags that every failure has. */
const GENERAL = new Set(['functional-failure', 'missing-fix', 'regression', 'evaluation-error']);
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = readCommandLine({
  name: 'red-team',
  purpose:
    'Tries cheats that want a pass without a solution, and escapes from the sandbox, and prints what was seen as two tables. Takes some minutes.',
  options: {
    long: {
      help: 'every cheat on every runner, under each kind of contract; without it each on a few, every runner under one kind',
    },
    backend: {
      value: 'NAME',
      choices: ['bubblewrap', 'docker', 'podman'],
      help: 'try escapes from this sandbox only',
    },
    json: { help: 'print both tables as JSON' },
  },
  exit: '0 none passed or escaped; 1 one did, or could not be tried.',
  example: 'npm run red-team -- --backend bubblewrap',
});

const room = mkdtempSync(join(tmpdir(), 'gatebench-red-team-'));
const rowsFile = join(room, 'rows.jsonl');
const jest = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js'), '__tests__/red_team/'],
  {
    cwd: root,
    stdio: ['ignore', 2, 2], // standard output is for the tables
    env: {
      ...process.env,
      GATEBENCH_RED_TEAM_ROWS: rowsFile,
      ...(values.long ? { GATEBENCH_RED_TEAM: 'long' } : {}),
      ...(values.backend ? { GATEBENCH_RED_TEAM_BACKEND: values.backend } : {}),
    },
  },
);
const rows = readRows();
rmSync(room, { recursive: true, force: true });

const cheats = rows.filter(({ table }) => table === 'cheats');
const escapes = rows.filter(({ table }) => table === 'escapes');
const tried = cheats.filter(({ kind }) => kind !== 'control');
const passed = tried.filter(({ status, guard }) => status === 'success' && guard !== 'naive');
const escaped = escapes.filter(({ ended }) => ended !== 'refused');
/** What the catalogue says that a cheat fools, and nobody was fooled: seen only where every runner is tried without a guard. */
const toothless = groups(
  tried.filter(({ guard }) => guard === 'naive'),
  ({ id }) => id,
).flatMap((group) => {
  const fooled = group.flatMap((row) => row.fooled);
  return group[0].claimed
    .filter((what) => !fooled.includes(what))
    .map((what) => `${group[0].id} did not fool by ${what}`);
});
const counts = {
  cheats: new Set(tried.map(({ id }) => id)).size,
  runners: new Set(tried.map(({ runner }) => runner)).size,
  attempts: tried.length,
  attempts_by_contract: attemptsByContract(),
  passed: passed.length,
  escapes: new Set(escapes.map(({ id }) => id)).size,
  backends: new Set(escapes.map(({ sandbox }) => sandbox)).size,
  escaped: escaped.length,
};

if (values.json) console.log(JSON.stringify({ counts, toothless, cheats, escapes }, null, 1));
else {
  console.log(`${cheatTable()}\n\n${escapeTable()}\n`);
  console.log(
    `${counts.cheats} cheats on ${counts.runners} runners, ${counts.attempts} attempts: ${counts.passed} passed a contract that defends itself. ` +
      `${counts.escapes} escapes from ${counts.backends} sandboxes: ${counts.escaped} escaped.`,
  );
}
for (const line of toothless) console.error(`red team: ${line}`);
const complete = jest.status === 0 && toothless.length === 0 && counts.cheats > 0 && counts.escapes > 0;
if (!complete) console.error('red team: tests failed, or there was nothing to try; see above');
process.exitCode = complete && passed.length + escaped.length === 0 ? 0 : 1;

/** Attempts and passes of each kind of contract on each runner. */
function attemptsByContract() {
  return groups(tried, ({ guard, runner }) => `${guard}\0${runner}`).map((group) => ({
    contract: group[0].guard,
    runner: group[0].runner,
    attempts: group.length,
    passed: group.filter(({ status }) => status === 'success').length,
  }));
}

function readRows() {
  try {
    return readFileSync(rowsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** One row per cheat and kind of contract: the verdicts with the runners that gave them, and what was seen. */
function cheatTable() {
  const lines = groups(tried, ({ id, guard }) => `${id}\0${guard}`).map((group) => {
    const [{ id, guard }] = group;
    const verdicts = groups(group, ({ status, vector }) => `${status}\0${vector}`).map(
      (same) =>
        `${same[0].status === 'success' ? 'PASSED ' : ''}${same[0].vector} (${same.map(({ runner }) => runner).join(', ')})`,
    );
    const signs = [...new Set(group.flatMap((row) => row.signs))].filter((sign) => !GENERAL.has(sign));
    const fooled = [...new Set(group.flatMap((row) => row.fooled))];
    return [id, guard, verdicts.join('; '), signs.join(', '), fooled.join(', ')];
  });
  return table(['cheat', 'contract', 'verdict (runners)', 'seen by', 'would have fooled'], lines);
}

function escapeTable() {
  const lines = groups(escapes, ({ id }) => id).flatMap((group) =>
    groups(group, ({ ended }) => ended).map((same) => [
      same[0].id,
      [...new Set(same.map(({ sandbox }) => sandbox))].join(', '),
      same[0].ended === 'refused' ? 'held' : `ESCAPED: ${same[0].ended}`,
      [...new Set(same.map(({ evidence }) => told(evidence)))].filter(Boolean).join('; '),
    ]),
  );
  return table(['escape', 'sandboxes', 'ended', 'evidence'], lines);
}

function told({ cause, network_attempts, said } = {}) {
  const counted = network_attempts ? `${network_attempts} network attempts counted` : '';
  return [cause === 'exit' ? '' : cause, counted, said].filter(Boolean).join(', ');
}

function groups(list, key) {
  const found = new Map();
  for (const one of list) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  return [...found.values()];
}

function table(head, lines) {
  const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n');
}
