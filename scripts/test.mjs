#!/usr/bin/env node
/** Runs the tests: builds what ships if something changed since, starts jest, and tells what was left behind. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isLong } from '../__tests__/long_tests.mjs';
import { readExtent } from '../__tests__/read_extent.mjs';
import { ensureBundles } from './build/ensure-build.mjs';
import { ROOT } from './build/run-node.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values, positionals } = readCommandLine({
  name: 'test',
  command: 'npm test --',
  purpose:
    'Runs the tests. It builds dist/ if something changed since, and verbs run by the built engine, as they ship. GATEBENCH_FUZZ_SEED and ' +
    'GATEBENCH_FUZZ_RUNS take other cases of property tests; GATEBENCH_TIMINGS names a file with the seconds by which shards are balanced.',
  options: {
    all: { help: 'every test: the long ones too, and all cases (npm run test:all)' },
    rest: { help: 'what --all has beyond an ordinary run' },
    shard: { value: 'I/N', help: 'the I-th of N parts that take about equally long' },
    title: { value: 'PATTERN', help: 'only tests whose title matches' },
    'begin-within': {
      value: 'SECONDS',
      kind: 'count',
      help: 'files that have not begun by then are skipped, and counted',
    },
    watch: { help: 'runs what a change concerns, again and again; implies --sources (npm run test:watch)' },
    sources: { help: 'verbs run by src/ as it is: no build, for work on one of them' },
    bail: { help: 'ends with the first file that fails' },
    list: { help: 'lists the files and runs none' },
    report: { value: 'FILE', help: "writes jest's report as JSON" },
  },
  positional: {
    name: 'ROOM|PATH',
    most: 1000,
    help: 'a folder of __tests__, such as guard or run/oracle, or a part of the path of a test file',
  },
  exit: '0 all passed, 1 a test failed, 2 a wrong argument, 3 processes or mounts were left behind.',
  example: 'npm test -- guard',
});

/**
 * Flags of Node for jest and its workers, not for programs that tests start. Tests make many objects that are gone at once: room for them saves a
 * twentieth of the processor time.
 */
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'];

/** Milliseconds that jest has to end after a signal. */
const GRACE_MS = 10_000;

process.exitCode = await main(values);

async function main({ all, rest, watch, sources = watch, 'begin-within': limit }) {
  if (!sources) ensureBundles('test');
  const scratch = mkdtempSync('/var/tmp/gb-'); // short: sockets in it have names of at most 107 bytes
  chmodSync(scratch, 0o1777); // tests become other users
  const { status, stopped } = await runJest(listJestOptions(values), {
    TMPDIR: scratch,
    GATEBENCH_TEST_FOLDER: scratch,
    GATEBENCH_TESTS: all || rest || areLong(positionals) ? 'all' : 'some',
    ...(rest ? { GATEBENCH_TESTS_BEGUN: listBegun().join(':') } : {}),
    ...(limit === undefined ? {} : { GATEBENCH_TESTS_LATEST_MS: String(Date.now() + 1000 * limit) }),
    ...(sources ? { GATEBENCH_ENGINE: 'src' } : {}),
  });
  // Whoever stops a run wants none of it to go on; what it started is told by its folder.
  if (stopped) for (const pid of listProcesses(scratch)) endProcess(pid);
  const leftovers = await awaitEnd(scratch);
  for (const line of leftovers) console.error(`left behind: ${line}`);
  if (leftovers.length === 0) rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  return leftovers.length > 0 ? 3 : status;
}

/** Waits until nothing holds the folder of the tests, as programs end a little after those that started them. Returns what stays. */
async function awaitEnd(scratch) {
  for (let tries = 0; ; tries++) {
    const leftovers = listLeftovers(scratch);
    if (leftovers.length === 0 || tries === 100) return leftovers;
    await setTimeout(100);
  }
}

function listJestOptions({ rest, shard, title, watch, bail, list, report }) {
  const chosen = rest ? listFiles().filter((name) => isLong(name) || readExtent(ROOT, name) !== 'same') : [];
  return [
    ...positionals.map((arg) => (isRoom(arg) ? `__tests__/${arg.replace(/\/$/, '')}/` : arg)),
    ...(shard ? [`--shard=${shard}`] : []),
    ...(title ? [`--testNamePattern=${title}`] : []),
    ...(watch ? ['--watch'] : []),
    ...(bail ? ['--bail'] : []),
    ...(list ? ['--listTests'] : []),
    ...(report ? ['--json', `--outputFile=${resolve(report)}`] : []),
    ...(process.env.CI ? ['--ci'] : []),
    ...chosen.map((name) => `--testMatch=${join(ROOT, name)}`),
  ];
}

/** Lists what tests left that outlives their temporary folder: processes that work there, and mounts. */
function listLeftovers(scratch) {
  const processes = listProcesses(scratch).map(
    (pid) => `process ${pid}: ${readProcess(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200)}`,
  );
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.split(' ')[1]?.startsWith(`${scratch}/`))
    .map((line) => `mount ${line}`);
  return [...processes, ...mounts];
}

/** Lists the processes that work in the folder of the tests. */
function listProcesses(scratch) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isAtWork(name, scratch));
}

/** Ends a process, unless it has ended or belongs to somebody else. */
function endProcess(pid) {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It is told as left behind, if it is still there.
  }
}

/** Tells whether a process is of the tests: by its environment, by its command line, by its folder, or by its root. */
function isAtWork(pid, scratch) {
  if (readProcess(pid, 'environ').includes(`TMPDIR=${scratch}\0`)) return true;
  return [readProcess(pid, 'cmdline'), ...['cwd', 'root'].map((name) => readPlace(pid, name))].some((text) =>
    text.includes(`${scratch}/`),
  );
}

/** Reads a link of a process; an empty text where it has ended or belongs to somebody else. */
function readPlace(pid, name) {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return '';
  }
}

/** Reads a file of a process; an empty text where it has ended or belongs to somebody else. */
function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Tells whether an argument is the name of a folder of __tests__. */
function isRoom(arg) {
  const folder = join(ROOT, '__tests__', arg);
  return /^[a-z][a-z_/]*$/.test(arg) && existsSync(folder) && statSync(folder).isDirectory();
}

/** Tells whether all test files that are named are long ones: then they are what is asked for. */
function areLong(patterns) {
  if (patterns.length === 0) return false;
  const files = listFiles().filter((name) =>
    patterns.some((pattern) => name.includes(relative(ROOT, resolve(ROOT, pattern)))),
  );
  return files.length > 0 && files.every(isLong);
}

/** Lists all test files, named from the root of the project. */
function listFiles() {
  return readdirSync(join(ROOT, '__tests__'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `__tests__/${name}`);
}

/** Lists the files of which an ordinary run has done some tests, and all that it did as it would be done again. */
function listBegun() {
  return listFiles().filter((name) => !isLong(name) && readExtent(ROOT, name) === 'tests');
}

/** Starts jest with these variables, and passes signals on to it. Returns its exit status, and whether a signal stopped it. */
function runJest(options, variables) {
  const { resolve: find } = createRequire(import.meta.url);
  const jest = join(dirname(find('jest/package.json')), 'bin/jest.js');
  const child = spawn(process.execPath, [...NODE_FLAGS, jest, ...options], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stopped = true;
      child.kill(signal);
      globalThis.setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
    });
  return new Promise((done) => child.on('close', (code) => done({ status: code ?? 1, stopped })));
}
