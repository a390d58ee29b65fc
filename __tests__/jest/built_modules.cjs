const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, sep } = require('node:path');
const { runInContext, Script, SyntheticModule } = require('node:vm');

/**
 * Gives tests the built engine, `dist/engine`, in place of the modules of `src/` with which its verbs begin: those that
 * `src/engine/engine.ts` imports, and that file itself. So whatever a test has a verb do, it does by the code that ships.
 * With GATEBENCH_ENGINE=src the tests take those of `src/`, for work on one of them without a build.
 */
const wanted = process.env.GATEBENCH_ENGINE !== 'src';

/** Verb of each module of `src/` with which one begins, by its path. */
let verbs;
/** Modules that are loaded, by path. */
const loaded = new Map();
let engine;

function listVerbs(root) {
  const folder = join(root, 'src', 'engine');
  const found = new Map([[join(folder, 'engine.ts'), undefined]]);
  let verb;
  for (const line of readFileSync(join(folder, 'engine.ts'), 'utf8').split('\n')) {
    verb = /^ {2}(\w+): /.exec(line)?.[1] ?? verb;
    const name = /import\(.*'(.*)\.js'\)/.exec(line)?.[1];
    if (name && !found.has(join(folder, `${name}.ts`))) found.set(join(folder, `${name}.ts`), verb);
  }
  return found;
}

/** Tells whether a module is one of those that are taken from the build. */
function isBuilt(root, path) {
  if (!wanted || !path.startsWith(`${root}${sep}src${sep}`)) return false;
  verbs ??= listVerbs(root);
  return verbs.has(path);
}

/** Returns a module with the exports that the built engine has in place of those of a module of `src/`. */
function loadBuilt(root, path, context) {
  if (!loaded.has(path)) loaded.set(path, createModule(root, path, context));
  return loaded.get(path);
}

/** Loads the script of the engine in the context of the tests, as `src/system/load_bundle.ts` does in that of a process. */
function loadEngine(root, context) {
  const filename = join(root, 'dist', 'engine', 'engine.cjs');
  if (!existsSync(filename)) throw new Error('dist/ is not built: npm run build');
  const code = `(function (exports, require, module, __filename, __import) {${readFileSync(filename, 'latin1')}\n})`;
  const module = { exports: {} };
  const load = new Script(code, { filename }).runInContext(context);
  // Tests set environment variables in the process of their context.
  const { process } = runInContext('globalThis', context);
  const requireNative = createRequire(filename);
  const requireInTests = (name) => {
    if (/^(node:)?process$/.test(name)) return process;
    // The bundle makes its own `require` of this.
    if (/^(node:)?module$/.test(name)) return { ...requireNative(name), createRequire: () => requireInTests };
    return requireNative(name);
  };
  load(module.exports, requireInTests, module, filename, (name) => import(name));
  return module.exports.engine;
}

async function createModule(root, path, context) {
  engine ??= loadEngine(root, context);
  const verb = verbs.get(path);
  const exported = verb === undefined ? { engine } : await engine[verb]();
  const names =
    verb === undefined
      ? ['engine']
      : [...readFileSync(path, 'utf8').matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
          ([, name]) => name,
        );
  const module = new SyntheticModule(
    names,
    () => {
      for (const name of names) module.setExport(name, exported[name]);
    },
    { context, identifier: path },
  );
  await module.link(() => undefined);
  await module.evaluate();
  return module;
}

module.exports = { isBuilt, loadBuilt };
