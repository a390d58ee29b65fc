const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { release } = require('node:os');
const { dirname, join, relative } = require('node:path');
const { findFacilities } = require('./facilities.cjs');

/** Where the store of recorded attempts is made, from the root of the project: `__tests__/recorded/`. */
const MAKER = join('__tests__', 'recorded', 'given_recorded.ts');
const stores = (root) => join(root, 'node_modules', '.cache', 'gatebench', 'attempts');

/** Lists a module of `__tests__` with all those of `__tests__` that it imports. */
function listSources(path, root, found = new Set()) {
  if (found.has(path) || !path.startsWith(join(root, '__tests__'))) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/^(?:import|export|\}).* '(\.{1,2}\/[^']+)\.js';/gm))
    listSources(`${join(dirname(path), name)}.ts`, root, found);
  return found;
}

/**
 * Computes the key of the attempts that this machine makes now: by the build that makes them, the sources of their recipes, Node, the kernel
 * and what the machine has. The engine of `src/` has no digest, so that its attempts are kept for one run of jest only.
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
  add([process.version, release(), process.getuid?.() === 0, ...findFacilities()].join());
  return digest.digest('hex').slice(0, 16);
}

/**
 * Chooses the folder of recorded attempts for this process and those that it starts, and removes those of other keys. It is made when the
 * first attempt is.
 */
function chooseStore(root) {
  const parent = stores(root);
  const key = computeKey(root);
  if (existsSync(parent))
    for (const name of readdirSync(parent))
      if (name !== key) rmSync(join(parent, name), { recursive: true, force: true });
  process.env.GATEBENCH_RECORDED = join(parent, key);
}

module.exports = { chooseStore };
