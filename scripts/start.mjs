#!/usr/bin/env node
/**
 * `npm start`: proves on this machine that gatebench can tell right from wrong. Needs Node and git only, before any install.
 * Runs every task of the project twice in the sandbox, once with its known-good patch (golden) and once with no change (noop).
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const cli = join(root, 'dist', 'cli', 'index.js');
const leastNode = [20, 19];
/** Folders where the engine looks for programs that are on no PATH of the caller. */
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const { values } = readCommandLine({
  name: 'start',
  command: 'npm start --',
  purpose:
    'Proves on this machine that gatebench can tell right from wrong: tries the known-good patch and no change on every task of the project. Needs Node and git only, and installs bubblewrap where it may.',
  options: {
    out: { value: 'FOLDER', help: 'folder for records and reports (default gatebench-out)' },
    cache: { value: 'FOLDER', help: 'folder for prepared layers' },
    concurrency: { value: 'N', kind: 'count', help: 'attempts side by side (default 2)' },
    sandbox: { value: 'NAME', help: 'sandbox of `gatebench run`, such as docker' },
  },
  exit: '0 golden passed and noop failed on every task; 1 not so; 2 something is missing, and the last line says what to do.',
  example: 'npm start -- --out results',
});
process.exitCode = main();

function main() {
  const missing = nodeProblem() ?? gitProblem() ?? bundleProblem() ?? sandboxProblem();
  if (missing) {
    console.error(`start: ${missing}`);
    return 2;
  }

  const contracts = readdirSync(join(root, 'tasks'))
    .map((task) => join('tasks', task, 'contract.yml'))
    .filter((contract) => existsSync(join(root, contract)));
  // A caller's own folder is meant from the caller's point of view. Without one the results of an earlier start are kept beside the new ones.
  const out = values.out ? resolve(values.out) : join(root, 'gatebench-out');
  const results = join(out, 'results.jsonl');
  const before = versionOf(results);

  const options = ['--agent', 'golden', '--agent', 'noop', '--fail-on', 'never', ...chosenOptions()];
  const run = spawnSync(process.execPath, [cli, 'run', ...contracts, ...options], { cwd: root, stdio: 'inherit' });
  if (run.error) {
    console.error(`start: ${run.error.message}`);
    return 1;
  }
  if (versionOf(results) === before) {
    console.error(`start: gatebench stopped (${run.signal ?? `exit ${run.status}`}) before it wrote ${results}`);
    return run.status || 1;
  }
  return conclude(readFileSync(results, 'utf8'), contracts.length, run.status);
}

/** Options of `gatebench run` that the caller chose. */
function chosenOptions() {
  // What these attempts submit is known: none has anything to read from another.
  const { out, cache, concurrency = 2, sandbox } = values;
  return [
    ...(out === undefined ? [] : ['--out', resolve(out)]),
    ...(cache === undefined ? [] : ['--cache', resolve(cache)]),
    ...['--concurrency', String(concurrency)],
    ...(sandbox === undefined ? [] : ['--sandbox', sandbox]),
  ];
}

/** The proof itself: every task has a passing golden attempt and a failing noop attempt, and none that says otherwise. */
function conclude(text, tasks, status) {
  const results = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const wrong = [];
  const seen = { golden: new Set(), noop: new Set() };
  for (const { contract, agent, verdict } of results) {
    const expected = { golden: 'success', noop: 'failure' }[agent.kind];
    if (!expected) continue;
    seen[agent.kind].add(contract.id);
    if (verdict.status === expected) continue;
    wrong.push(
      `${contract.id}: ${agent.kind} ended as ${verdict.status}, expected ${expected} (${verdict.gate_vector})`,
    );
  }
  console.log('');
  for (const line of wrong) console.log(line);
  const complete = tasks > 0 && seen.golden.size === tasks && seen.noop.size === tasks;
  if (!complete)
    console.log(`${tasks} tasks, but golden was tried on ${seen.golden.size} and noop on ${seen.noop.size}`);
  const proven = complete && wrong.length === 0 && status === 0;
  if (complete && wrong.length === 0 && status !== 0) console.log(`gatebench run ended with exit ${status}`);
  console.log(
    proven
      ? `start: golden passed and noop failed on all ${tasks} tasks: the gates can tell right from wrong here`
      : 'start: NOT proven: golden must pass and noop must fail on every task',
  );
  return proven ? 0 : 1;
}

function nodeProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const enough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  return enough ? undefined : `Node ${leastNode.join('.')} or newer is needed; this is ${process.versions.node}`;
}

function gitProblem() {
  return findProgram('git') ? undefined : 'git is needed: install it (Debian, Ubuntu: apt-get install git)';
}

function bundleProblem() {
  return existsSync(cli)
    ? undefined
    : 'dist/cli/index.js is not here: take a complete clone, or run npm ci && npm run build';
}

/** Installs bubblewrap where that is possible without asking, and says what the system forbids. Changes no system setting. */
function sandboxProblem() {
  if (process.platform !== 'linux')
    return `the sandbox needs Linux; this is ${process.platform}. Use a Linux machine or virtual machine`;
  if (!findProgram('bwrap')) {
    const byHand = 'install bubblewrap (Debian, Ubuntu: sudo apt-get install bubblewrap) and start again';
    if (!findProgram('apt-get')) return `the sandbox needs bubblewrap, and there is no apt-get here: ${byHand}`;
    const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n'];
    if (asRoot.length > 0 && !findProgram('sudo'))
      return `the sandbox needs bubblewrap, and this user may not install it: ${byHand}`;
    console.log('start: bubblewrap is missing; installing it with apt-get');
    const install = ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'bubblewrap'];
    if (!succeeds([...asRoot, ...install])) {
      // A fresh machine may have no package lists yet.
      if (!succeeds([...asRoot, 'apt-get', 'update', '-q']) || !succeeds([...asRoot, ...install])) {
        return `bubblewrap could not be installed: ${byHand}`;
      }
    }
    if (!findProgram('bwrap')) return `bubblewrap was installed, but there is no bwrap: ${byHand}`;
  }
  if (
    process.getuid() !== 0 &&
    setting('kernel/apparmor_restrict_unprivileged_userns') === '1' &&
    !canMakeNamespace()
  ) {
    return [
      'bubblewrap may not create a user namespace here (kernel.apparmor_restrict_unprivileged_userns = 1).',
      '  Allow it for bwrap alone, then start again:',
      `    printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile bwrap ${findProgram('bwrap')} flags=(unconfined) { userns, }' | sudo tee /etc/apparmor.d/bwrap`,
      '    sudo apparmor_parser -r /etc/apparmor.d/bwrap',
    ].join('\n');
  }
  return undefined;
}

/** Asks as an unprivileged user, because that is who the sandbox runs as even when root starts it. */
function canMakeNamespace() {
  const argv = ['--unshare-user', '--ro-bind', '/', '/', '--', 'true'];
  const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  return spawnSync(findProgram('bwrap'), argv, { stdio: 'ignore', cwd: '/', ...nobody }).status === 0;
}

function setting(name) {
  const file = join('/proc/sys', name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function succeeds([command, ...args]) {
  // apt-get asks nothing when it has no terminal to ask on.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync(findProgram(command) ?? command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  );
}

/** Returns what changes when a file is written anew; undefined for a file that is not there, whatever is in its way. */
function versionOf(file) {
  try {
    const { ino, mtimeMs } = statSync(file);
    return `${ino} ${mtimeMs}`;
  } catch {
    return undefined;
  }
}

/** Finds a program as the engine does: on PATH, then in the folders of the system. */
function findProgram(program) {
  return `${process.env.PATH ?? ''}:${systemPath}`
    .split(delimiter)
    .map((folder) => join(folder || '.', program))
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
