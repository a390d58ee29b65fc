#!/usr/bin/env node
/**
 * Runs the tests: builds what ships if something changed since, and starts jest.
 *
 *   npm test [-- ROOM|PATH… ] [-- OPTIONS OF JEST]
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLong } from '../__tests__/long_tests.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const HELP = `npm test [-- ROOM|PATH…] [options]

Builds dist/ if something changed since, and runs the tests. Verbs run by the built engine, as they ship.

  ROOM                a folder of __tests__, such as guard or run/oracle
  PATH                a test file, or a part of its path
  --all               every test, every case and the long tests too (npm run test:all)
  --rest              what --all has beyond an ordinary run: long tests, and all cases where that takes samples
  --shard I/N         the I-th of N parts that take about equally long
  --watch             runs what a change concerns, again and again (npm run test:watch)
  --sources           verbs run by src/ as it is: no build, for work on one of them
  --help, -h          this text
  any option of jest  such as -t NAME, --bail, --json --outputFile=FILE

GATEBENCH_FUZZ_SEED=N GATEBENCH_FUZZ_RUNS=N  other cases of property tests
Seconds of each test file are kept in node_modules/.cache/gatebench/test_seconds.json (GATEBENCH_TIMINGS=FILE).

  npm test -- guard
  npm run test:all -- --shard 1/6
`;

const args = process.argv.slice(2);
const take = (...names) => {
  const found = names.some((name) => args.includes(name));
  for (const name of names) while (args.includes(name)) args.splice(args.indexOf(name), 1);
  return found;
};

if (take('--help', '-h')) process.stdout.write(HELP);
else process.exitCode = await main({ all: take('--all'), rest: take('--rest'), sources: take('--sources') });

async function main({ all, rest, sources }) {
  if (!sources) {
    const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-changed'], { stdio: 'inherit' });
    if (built.status !== 0) return built.status ?? 1;
  }
  const named = args.map((arg) => (isRoom(arg) ? `__tests__/${arg.replace(/\/$/, '')}/` : arg));
  const patterns = named.filter(
    (arg, index) => !arg.startsWith('-') && !/^--?[a-zA-Z-]+$/.test(named[index - 1] ?? ''),
  );
  const scratch = mkdtempSync('/var/tmp/gb-'); // short: sockets in it have names of at most 107 bytes
  chmodSync(scratch, 0o755); // tests become other users
  const chosen = rest ? listFiles().filter((name) => isLong(name) || isSampled(name)) : [];
  const status = await runJest([...named, ...chosen.map((name) => `--testMatch=${join(root, name)}`)], {
    TMPDIR: scratch,
    GATEBENCH_TEST_FOLDER: scratch,
    NODE_OPTIONS:
      `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim(),
    GATEBENCH_TESTS: all || rest || areLong(patterns) ? 'all' : 'some',
    ...(sources ? { GATEBENCH_ENGINE: 'src' } : {}),
  });
  const leftovers = listLeftovers(scratch);
  if (leftovers.length === 0) rmSync(scratch, { recursive: true });
  for (const line of leftovers) console.error(`left behind: ${line}`);
  return status || (leftovers.length > 0 ? 1 : 0);
}

/** Lists what tests left in their temporary folder: processes that work there, mounts, files. */
function listLeftovers(scratch) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [environment, command] = ['environ', 'cmdline'].map((name) => readProcess(pid, name));
      return environment.includes(`TMPDIR=${scratch}\0`) || command.includes(`${scratch}/`)
        ? [`process ${pid}: ${command.replaceAll('\0', ' ').slice(0, 200)}`]
        : [];
    });
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.split(' ')[1]?.startsWith(`${scratch}/`))
    .map((line) => `mount ${line}`);
  return [...processes, ...mounts, ...readdirSync(scratch).map((name) => join(scratch, name))];
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
  const folder = join(root, '__tests__', arg);
  return /^[a-z][a-z_/]*$/.test(arg) && existsSync(folder) && statSync(folder).isDirectory();
}

/** Tells whether all test files that are named are long ones: then they are what is asked for. */
function areLong(patterns) {
  if (patterns.length === 0) return false;
  const files = listFiles().filter((name) =>
    patterns.some((pattern) => name.includes(relative(root, resolve(root, pattern)))),
  );
  return files.length > 0 && files.every(isLong);
}

/** Lists all test files, named from the root of the project. */
function listFiles() {
  return readdirSync(join(root, '__tests__'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `__tests__/${name}`);
}

/** Tells whether a test file, or a helper that it imports, takes more cases where everything is tested: it asks, or has properties. */
function isSampled(name, seen = new Set()) {
  if (seen.has(name)) return false;
  seen.add(name);
  const text = readFileSync(join(root, name), 'utf8');
  if (/ from '(fast-check|.*\/extent\.js)'/.test(text)) return true;
  const helpers = [...text.matchAll(/ from '(\.[^']+)\.js'/g)].map(([, path]) => join(dirname(name), `${path}.ts`));
  return helpers.some((path) => path.startsWith('__tests__/') && existsSync(join(root, path)) && isSampled(path, seen));
}

/** Starts jest with these variables, and passes signals on to it. Returns its exit status. */
function runJest(options, variables) {
  const { resolve: find } = createRequire(import.meta.url);
  const jest = join(dirname(find('jest/package.json')), 'bin/jest.js');
  const child = spawn(process.execPath, [jest, ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.on('close', (code) => done(code ?? 1)));
}
