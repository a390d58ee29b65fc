#!/usr/bin/env node
/**
 * Builds what is committed: `dist/engine/index.js`, which holds all verbs, the two shells that load it when one is asked for,
 * `dist/action/index.js` and `dist/cli/index.js`, and `dist/analysis/index.js`, the statistics as a library.
 *
 *   node scripts/build.mjs [--out dist] [--if-changed]
 *
 * `dist/build.json` holds digests of what was read and written. With `--if-changed` nothing is built while both are as it says, as they are
 * in a clean clone; `check-dist.mjs` always builds, so a wrong digest that was committed fails there.
 *
 * data/ is compiled to JSON modules in src/, and src/ by `tsc` to lib/; then `ncc` bundles each entry into ONE unminified file, with its
 * licences beside it; the shells leave the engine out and load its file. Comments are left out: a fifth of the bytes, and they stand in
 * src/ and in the packages.
 * The bytes depend on data/, src/, tsconfig.json, package.json and package-lock.json only: not on the folder, the clock or the Node version.
 * The output folder is replaced as the last step, so a failed build leaves the old one in place.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'acorn';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** Entry → its module in lib/. */
const entries = { engine: 'engine/engine', action: 'action', cli: 'cli', analysis: 'judge/index' };
/** Those that load the engine. */
const shells = ['action', 'cli'];
/** How the shells name the engine in lib/, and in dist/. */
const engine = { source: "import(/* webpackIgnore: true */ './engine.js')", bundled: "import('../engine/index.js')" };
const expectedFiles = ['index.js', 'licenses.txt', 'package.json'];
const shebang = '#!/usr/bin/env node\n';

/** What the bytes depend on. */
const inputs = [
  ...['src', 'data', 'tsconfig.json', 'package.json', 'package-lock.json'],
  ...['build', 'compile-data', 'schema'].map((name) => `scripts/${name}.mjs`),
];

const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'dist') }, 'if-changed': { type: 'boolean', default: false } },
});

try {
  if (values['if-changed'] && isUpToDate(resolve(values.out))) console.log('dist/ is built from what is here');
  else await build(resolve(values.out));
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exitCode = 1;
}

async function build(out) {
  const started = performance.now();
  const missing = Object.values(entries).filter((module) => !existsSync(join(root, 'src', `${module}.ts`)));
  if (missing.length > 0) throw new Error(`no such entry: ${missing.map((module) => `src/${module}.ts`).join(', ')}`);

  rmSync(join(root, 'lib'), { recursive: true, force: true });
  await node(join(root, 'scripts', 'compile-data.mjs'), []);
  await node(binary('typescript', 'tsc'), ['-p', join(root, 'tsconfig.json')]);
  const compiled = performance.now();

  // The schema files are read from the compiled schemas, so they can never differ from the code that ships with them.
  const schemaScript = join(root, 'scripts', 'schema.mjs');
  if (existsSync(schemaScript)) await node(schemaScript, []);

  const fresh = `${out}.${process.pid}`;
  try {
    await Promise.all(Object.keys(entries).map((entry) => bundle(entry, join(fresh, entry))));
    writeFileSync(join(fresh, 'build.json'), `${JSON.stringify(describeBuild(fresh), null, 2)}\n`);
    rmSync(out, { recursive: true, force: true });
    renameSync(fresh, out);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }

  for (const entry of Object.keys(entries)) {
    const bytes = readFileSync(join(out, entry, 'index.js')).length;
    console.log(`${join(entry, 'index.js').padEnd(16)} ${(bytes / 1024).toFixed(0).padStart(6)} KiB`);
  }
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  console.log(`compiled in ${seconds(compiled - started)}, bundled in ${seconds(performance.now() - compiled)}`);
}

/** Digests of what a build reads, and of what it wrote into a folder and into schema/. */
function describeBuild(folder) {
  const outputs = Object.keys(entries).flatMap((entry) => expectedFiles.map((name) => join(folder, entry, name)));
  return {
    inputs_sha256: digestOf(
      inputs.flatMap((name) => filesBelow(join(root, name))).map((path) => [relative(root, path), path]),
    ),
    outputs_sha256: digestOf([
      ...outputs.map((path) => [relative(folder, path), path]),
      ...filesBelow(join(root, 'schema')).map((path) => [relative(root, path), path]),
    ]),
  };
}

/** Checks whether a folder holds the build of the sources as they are. */
function isUpToDate(folder) {
  try {
    const recorded = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
    const found = describeBuild(folder);
    return recorded.inputs_sha256 === found.inputs_sha256 && recorded.outputs_sha256 === found.outputs_sha256;
  } catch {
    return false; // nothing is built, or only a part
  }
}

/** The digest of files under their names; line by line, so that no two lists have the same. */
function digestOf(files) {
  const digest = createHash('sha256');
  for (const [name, path] of files) {
    const content = createHash('sha256').update(readFileSync(path)).digest('hex');
    digest.update(`${content} ${name.split(sep).join('/')}\n`);
  }
  return digest.digest('hex');
}

/** A file itself, or all files below a folder, in an order that does not depend on the machine. */
function filesBelow(path) {
  if (statSync(path).isFile()) return [path];
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function bundle(entry, folder) {
  mkdirSync(folder, { recursive: true });
  const options = ['--out', folder, '--license', 'licenses.txt', '--no-cache', '--quiet'];
  await node(binary('@vercel/ncc', 'ncc'), ['build', join(root, 'lib', `${entries[entry]}.js`), ...options]);

  // GitHub and `npx gatebench` run one file each; a chunk or an asset beside it means that something loads code at run time.
  const extra = readdirSync(folder).filter((name) => !expectedFiles.includes(name));
  if (extra.length > 0) throw new Error(`${entry}: the bundle is more than one file: ${extra.join(', ')}`);

  writeFileSync(join(folder, 'package.json'), '{\n  "type": "module"\n}\n');
  const file = join(folder, 'index.js');
  let code = readFileSync(file, 'utf8');
  if (shells.includes(entry)) {
    if (!code.includes(engine.source)) throw new Error(`${entry}: the bundle does not load the engine`);
    code = code.replaceAll(engine.source, engine.bundled);
  }
  code = withoutComments(code);
  writeFileSync(file, code);
  if (code.includes(root)) throw new Error(`${entry}: the bundle contains the path of this folder (${root})`);
  if (entry === 'cli') {
    if (!code.startsWith('#!')) writeFileSync(file, shebang + code);
    chmodSync(file, 0o755);
  }
}

/** The same code without its comments; a line that had nothing else is gone, and no two tokens or lines are joined. */
function withoutComments(code) {
  const kept = [];
  let at = 0;
  const onComment = (_block, _text, start, end) => {
    const line = code.lastIndexOf('\n', start - 1) + 1;
    const next = code.indexOf('\n', end) + 1 || code.length;
    const alone = line >= at && `${code.slice(line, start)}${code.slice(end, next)}`.trim() === '';
    kept.push(code.slice(at, alone ? line : start));
    if (!alone) kept.push(code.slice(start, end).includes('\n') ? '\n' : ' ');
    at = alone ? next : end;
  };
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onComment });
  return kept.join('') + code.slice(at);
}

/** The script behind a package's `bin`: run by this very Node, whatever PATH says. */
function binary(packageName, name) {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
}

/** Runs a Node script in the root folder; its output is shown only when it fails. */
function node(script, args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) return done();
      fail(new Error(`${[script, ...args].join(' ')} failed (exit ${code})\n${Buffer.concat(output)}`));
    });
  });
}
