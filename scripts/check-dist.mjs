#!/usr/bin/env node
/**
 * Proves that the committed bundles are what the committed source builds to.
 *
 * Builds into a fresh folder and compares it, byte for byte, with the `dist/` that git has (its index, not the work tree), and the
 * schema files and JSON modules that the build writes with those that git has.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './terminal/read-command-line.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const maxBlobBytes = 64 * 1024 * 1024;

const { values } = readCommandLine({
  name: 'check-dist',
  command: 'npm run check:dist --',
  purpose: 'Builds the bundles and compares them, the schema files and the JSON modules with those that git has.',
  options: { keep: { value: 'FOLDER', help: 'leave the fresh build there, for a workflow to upload' } },
  exit: '0 the same, 1 different.',
  example: 'npm run check:dist -- --keep /tmp/dist',
});
const scratch = mkdtempSync(join(tmpdir(), 'gatebench-dist-'));
const fresh = values.keep ? resolve(values.keep) : join(scratch, 'dist');

try {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--out', fresh], { cwd: root, stdio: 'inherit' });
  const differences = [...compare(fresh), ...staleFiles()];
  for (const difference of differences) console.error(`check-dist: ${difference}`);
  if (differences.length > 0) {
    console.error('check-dist: run `npm run build` and commit dist/, schema/ and the JSON modules of src/');
    process.exitCode = 1;
  } else {
    console.log('check-dist: dist/ and schema/ are what src/ builds to');
  }
} catch (error) {
  console.error(`check-dist: ${error.message.split('\n')[0]}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** One line per file that differs: missing on one side, another mode, or the first line that is not the same. */
function compare(folder) {
  const committed = stagedFiles();
  const built = existsSync(folder) ? filesBelow(folder) : [];
  const paths = [...new Set([...committed.keys(), ...built])].sort();
  return paths.flatMap((path) => {
    if (!committed.has(path)) return [`dist/${path} is not committed`];
    if (!built.includes(path)) return [`dist/${path} is committed but no longer built`];
    const { mode, blob } = committed.get(path);
    if (path === 'cli/index.js' && mode !== '100755') return [`dist/${path} is committed without its execute bit`];
    const before = git(['cat-file', 'blob', blob]);
    const after = readFileSync(join(folder, path));
    return before.equals(after) ? [] : [`dist/${path}:${firstDifference(before, after)}`];
  });
}

/** The build writes schema/ and JSON modules of src/ in place, so what git sees as changed or new there was not committed. */
function staleFiles() {
  const paths = ['schema', ':(glob)src/**/*.json'];
  const rows = git(['ls-files', '--modified', '--others', '--exclude-standard', '-z', '--', ...paths]).toString();
  return [...new Set(rows.split('\0').filter(Boolean))].map((path) => `${path} is not committed as it is built`);
}

function stagedFiles() {
  const rows = git(['ls-files', '--stage', '-z', '--', 'dist']).toString().split('\0').filter(Boolean);
  return new Map(
    rows.map((row) => {
      const [, mode, blob, path] = /^(\d+) ([0-9a-f]+) \d\tdist\/(.*)$/s.exec(row);
      return [path, { mode, blob }];
    }),
  );
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function firstDifference(before, after) {
  const was = before.toString().split('\n');
  const is = after.toString().split('\n');
  const line = was.findIndex((text, index) => text !== is[index]);
  const at = line === -1 ? was.length : line;
  const show = (text) => (text === undefined ? '(end of file)' : JSON.stringify(text.slice(0, 100)));
  return `${at + 1} committed ${show(was[at])}, built ${show(is[at])}`;
}

function git(args) {
  return execFileSync('git', args, { cwd: root, maxBuffer: maxBlobBytes, stdio: ['ignore', 'pipe', 'pipe'] });
}
