#!/usr/bin/env node
/** Proves the project's own tasks, and writes the contract.lock of each. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBundles } from './build/ensure-build.mjs';
import { ROOT } from './build/run-node.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const FOLDERS = ['tasks', 'tasks/safety'];
const contracts = Object.fromEntries(
  FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((task) => [task, `${folder}/${task}/contract.yml`])),
);
for (const [task, contract] of Object.entries(contracts)) if (!existsSync(join(ROOT, contract))) delete contracts[task];

const { values, positionals } = readCommandLine({
  name: 'prove',
  purpose:
    "Proves the project's own tasks with `gatebench validate`, and writes the contract.lock of each. Without a task all are proven.",
  positional: { name: 'TASK', choices: contracts, most: Infinity },
  options: {
    reruns: { value: 'N', kind: 'count', default: 29, help: 'executions beyond the first' },
    cache: { value: 'FOLDER', help: 'folder for prepared layers' },
  },
  exit: '0 proven, 1 refuted, 2 a mistake, 3 undecided.',
  example: 'npm run prove -- rate-limiter-window',
});
ensureBundles('prove');
const chosen = (positionals.length > 0 ? positionals : Object.keys(contracts)).map((task) => contracts[task]);
const options = ['--reruns', String(values.reruns), '--update-lock'];
if (values.cache !== undefined) options.push('--cache', values.cache);
const { status } = spawnSync(process.execPath, [join(ROOT, 'dist/cli/index.js'), 'validate', ...chosen, ...options], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
