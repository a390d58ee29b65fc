/** Studies of tiny tasks, and processes of the built command line, for campaigns. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/cli/index.js', import.meta.url));

/** Variables that lead to engines of containers. */
const ENGINE_VARIABLES = ['DOCKER_HOST', 'CONTAINERS_CONF', 'CONTAINERS_STORAGE_CONF'];

/** Environment of every process: that of no caller, but for the engines. */
export const environment = (home) => ({
  ...Object.fromEntries(ENGINE_VARIABLES.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
  HOME: home,
  LANG: 'C.UTF-8',
});

/** Returns numbers in [0, 1) that follow from a seed. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Writes a suite of `tasks` tasks with golden, noop and `wrong` patches that fail. Returns its folder. */
export function writeStudy(root, { tasks, trials, wrong = 0, retries = 0, width = 2 }) {
  const repo = join(root, 'repo');
  mkdirSync(repo, { recursive: true });
  chmodSync(root, 0o755);
  writeFileSync(join(repo, 'value'), 'wrong\n');
  const store = join(root, 'tree.git');
  execFileSync('git', ['init', '--quiet', '--bare', store]);
  const env = { ...process.env, GIT_DIR: store, GIT_WORK_TREE: repo };
  execFileSync('git', ['-c', 'core.autocrlf=false', 'add', '--all', '--force', '.'], { env, cwd: repo });
  const tree = execFileSync('git', ['write-tree'], { env }).toString().trim();
  for (let i = 1; i <= tasks; i++) {
    const folder = join(root, 'tasks', `task-${i}`);
    mkdirSync(join(folder, 'repo'), { recursive: true });
    writeFileSync(join(folder, 'repo', 'value'), 'wrong\n');
    writeFileSync(join(folder, 'golden.patch'), change('right'));
    writeFileSync(
      join(folder, 'contract.yml'),
      `schema: 1
id: task-${i}
title: The value is wrong
description: Make the value right.
metadata: { tier: ${1 + (i % 3)} }
snapshot: { directory: repo, tree: "${tree}" }
build: none
acceptance: [{ id: value, run: grep -qx right value }]
golden_patch: golden.patch
oracle: { challenge: { rounds: 0 } }
`,
    );
  }
  for (let i = 1; i <= wrong; i++) writeFileSync(join(root, `wrong-${i}.patch`), change(`wrong ${i}`));
  const agents = Array.from(
    { length: wrong },
    (_, i) => `  - { name: wrong-${i + 1}, agent: "patch:wrong-${i + 1}.patch" }\n`,
  );
  writeFileSync(
    join(root, 'gatebench.yml'),
    `schema: 1
name: campaign
contracts: [tasks/*/contract.yml]
agents:
  - { name: solver, agent: golden }
${agents.join('')}baselines: { noop: true, golden: false }
trials: ${trials}
retries: ${retries}
concurrency: { width: ${width} }
gate: { fail_on: never }
`,
  );
  return root;
}

const change = (value) => `diff --git a/value b/value\n--- a/value\n+++ b/value\n@@ -1 +1 @@\n-wrong\n+${value}\n`;

/** Starts the command line. `ended` resolves with its exit code or signal, its last lines and all of its output. */
export function startCommand(argv, cwd, { uid, gid } = {}) {
  const child = spawn(process.execPath, [CLI, ...argv], {
    cwd,
    ...(uid === undefined ? {} : { uid, gid }),
    env: environment(cwd),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let printed = '';
  const hear = (chunk) => {
    said = (said + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', (chunk) => {
    printed += chunk.toString();
    hear(chunk);
  });
  child.stderr.on('data', hear);
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, said, printed }));
  });
  return { child, ended };
}

/** Reads result lines; none if there is no file. */
export const readResults = (folder) =>
  existsSync(join(folder, 'results.jsonl'))
    ? readFileSync(join(folder, 'results.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** Returns what a result is about, without times, costs and heads, which differ between runs. */
export function comparable({ attempt_id, contract, agent, trial, verdict }) {
  const { status, scorable, reason, gate_vector } = verdict;
  return JSON.stringify({ attempt_id, contract, agent: agent.name, trial, status, scorable, reason, gate_vector });
}
