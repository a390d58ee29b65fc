const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} = require('node:fs');
const { cpus, homedir, release, tmpdir, totalmem } = require('node:os');
const { dirname, join, relative } = require('node:path');
const { findFacilities } = require('./facilities.cjs');

/** The module that makes recorded attempts, from the root of the project. */
const MAKER = join('__tests__', 'recorded', 'keep_recorded.ts');
/** Stores that are kept: of as many builds or machines in turn, and of runs of jest at the same time. */
const KEPT_STORES = 3;

/** Lists a module of `__tests__` with all those of `__tests__` that it imports. */
function listSources(path, root, found = new Set()) {
  if (found.has(path) || !path.startsWith(join(root, '__tests__'))) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/^(?:import|export|\}).* '(\.{1,2}\/[^']+)\.js';/gm))
    listSources(`${join(dirname(path), name)}.ts`, root, found);
  return found;
}

/** Describes what the conditions of an attempt name of this machine, and what decides how it is run here. */
function describeMachine() {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const version = (program) => String(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout);
  const processors = cpus().map(({ model }) => model);
  const hardware = [release(), processors.join(), Math.round(totalmem() / 2 ** 30)];
  return [process.version, timeZone, locale, ...hardware, version('bwrap'), version('git'), ...findFacilities()].join();
}

/**
 * Computes the key of the attempts that are made now: by the build that makes them, the sources of their recipes and the machine. The engine
 * of `src/` has no digest, so that its attempts serve one run of jest only.
 */
function computeKey(root) {
  const digest = createHash('sha256');
  const add = (text) => digest.update(`${text.length}:`).update(text);
  if (process.env.GATEBENCH_ENGINE === 'src') add(`${process.pid} ${Date.now()}`);
  else add(readFileSync(join(root, 'dist', 'build.json'), 'utf8'));
  for (const path of [...listSources(join(root, MAKER), root)].sort()) {
    add(relative(root, path));
    add(readFileSync(path, 'utf8'));
  }
  add(describeMachine());
  return digest.digest('hex').slice(0, 16);
}

/** Makes a folder, or notes that it was used. Returns whether this user may write there. */
function openStore(store) {
  try {
    mkdirSync(store, { recursive: true });
    utimesSync(store, new Date(), new Date());
    accessSync(store, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Chooses the folder of recorded attempts for this process and those that it starts, and removes the ones that were not used for longest. Who
 * may not write in the project's folder has one in the home folder.
 */
function chooseStore(root) {
  const key = computeKey(root);
  const places = [join(root, 'node_modules', '.cache'), join(homedir(), '.cache'), tmpdir()];
  const parents = places.map((folder) => join(folder, 'gatebench', 'attempts'));
  const parent = parents.find((folder) => openStore(join(folder, key)));
  if (parent === undefined) throw new Error(`recorded attempts can be kept in none of ${parents.join(', ')}`);
  const used = (name) => statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const stores = readdirSync(parent).sort((a, b) => used(b) - used(a));
  for (const name of stores.slice(KEPT_STORES)) rmSync(join(parent, name), { recursive: true, force: true });
  process.env.GATEBENCH_RECORDED = join(parent, key);
}

module.exports = { chooseStore };
