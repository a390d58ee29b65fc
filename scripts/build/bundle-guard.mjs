import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'acorn';
import { collectLicenses } from './bundle-page.mjs';
import { listFilesBelow } from './file-digests.mjs';
import { ROOT } from './run-node.mjs';

/** Files of the guard in dist/. The engine, the library and the hook load the first: there is one copy of the guard. */
const GUARD_FILE = 'index.cjs';
export const HOOK_FILE = 'hook.cjs';
/** Name by which the other bundles ask for the guard until they are written, and how they ask in dist/. */
export const GUARD_PACKAGE = 'gatebench-guard';
export const GUARD_REQUEST = `../guard/${GUARD_FILE}`;
/** Modules of the guard that stay in the engine: they need packages that a hook must not load. */
const ENGINE_MODULES = ['guard/extend_rules', 'guard/rules/guard_rule'];
/** What the guard's bundle offers beside the modules that others import. */
const LIBRARY = 'guard_library';
const HOOK_MODULE = 'commands/guard/hook/run_hook';
/** How the guard asks for the engine in dist/. */
const ENGINE_REQUEST = '../engine/index.js';

const SOURCES = join(ROOT, 'src');
const LIB = join(ROOT, 'lib');

/** Lists the modules of the guard that others import for more than types, named from src/ without an ending. */
function listGuardDoors() {
  const doors = new Set();
  for (const path of listFilesBelow(LIB).filter((name) => name.endsWith('.js') && !name.includes('node_modules'))) {
    const name = relative(LIB, path).replace(/\.js$/, '');
    // Types of the hook stand in the shells; what it runs is in the bundle.
    if (name === LIBRARY || (name.startsWith('guard/') && !ENGINE_MODULES.includes(name))) continue;
    for (const [, from] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']*)\.js';$/gm)) {
      const target = relative(LIB, resolve(dirname(path), from));
      if (target.startsWith('guard/') && !ENGINE_MODULES.includes(target)) doors.add(target);
    }
  }
  return [...doors].sort();
}

/** Length of JSON from which on a table is read when it is first asked for: most lines need few languages and clients. */
const LARGE_TABLE = 4000;
const READ_ON_USE = `const readOnUse = (table, name, read) =>
  Object.defineProperty(table, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = read();
      Object.defineProperty(table, name, { value });
      return value;
    },
  });
`;

/** Returns JSON as code with its text, which is parsed sooner than an object of the program. */
function renderJson(value) {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  const large = Object.entries(isTable ? value : {}).filter(
    ([, part]) => typeof part === 'object' && JSON.stringify(part).length >= LARGE_TABLE,
  );
  const rest = large.length === 0 ? value : { ...value, ...Object.fromEntries(large.map(([name]) => [name, null])) };
  // With one byte a character, it is parsed in half the time.
  const text = JSON.stringify(rest).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return large.reduce(
    (code, [name, part]) => `readOnUse(${code}, ${JSON.stringify(name)}, () => ${renderJson(part)})`,
    `JSON.parse(${JSON.stringify(text)})`,
  );
}

/** JSON as text: see renderJson. */
const jsonAsText = {
  name: 'json-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const data = JSON.parse(readFileSync(path, 'utf8'));
      // Examples of the shipped rules are tried by the tests.
      const used = path.endsWith('shipped_rules.json') ? data.map(({ examples: _, ...rule }) => rule) : data;
      return { contents: `${READ_ON_USE}export default ${renderJson(used)};`, loader: 'js' };
    });
  },
};

/** Rules of a project need a library of schemas, which is in the engine. `__import` is of whoever loads the file. */
const rulesOfEngine = {
  name: 'rules-of-engine',
  setup({ onLoad }) {
    onLoad({ filter: /hook_parts\.ts$/ }, ({ path }) => ({
      contents: `const load = async () => (await (await __import('${ENGINE_REQUEST}')).bundle.engine.guard()).hookParts;
export const hookParts = {
  settings: () => import('../settings/read_guard_file.js'),
  rules: async () => (await load()).rules(),
  log: () => import('./append_log_line.js'),
};`,
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
};

async function bundle(options) {
  // A build that has nothing to do needs no packages.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    lineLimit: 160,
    charset: 'ascii',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'error',
    ...options,
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

/** Bundles the guard with what answers a hook, and the file that a client starts. @returns files by name, and the paths of what is in them */
async function bundleGuard(doors) {
  const contents = [...doors, LIBRARY, HOOK_MODULE].map((name) => `export * from './${name}.js';`).join('\n');
  const guard = await bundle({
    stdin: { contents, resolveDir: SOURCES },
    plugins: [jsonAsText, rulesOfEngine],
  });
  const hook = await bundle({
    entryPoints: ['src/hook.ts'],
    define: { 'import.meta.url': 'own_url' },
    banner: { js: "const own_url = require('node:url').pathToFileURL(__filename).href;" },
  });
  return {
    files: { [GUARD_FILE]: guard.text, [HOOK_FILE]: hook.text },
    inputs: [...new Set([...guard.inputs, ...hook.inputs])],
  };
}

/** Writes the guard into a folder. @returns the modules that others load from it, and the licences of the packages in it */
export async function writeGuard(folder) {
  const doors = listGuardDoors();
  const { files, inputs } = await bundleGuard(doors);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { doors, licenses: collectLicenses(inputs) };
}

/**
 * Lets modules of the guard in lib/ be what the guard's bundle has of them, so that no other bundle holds a copy.
 *
 * @returns what puts the modules back
 */
export function replaceGuardModules(doors) {
  const kept = doors.map((name) => join(LIB, `${name}.js`));
  for (const path of kept) {
    const names = listExports(readFileSync(path, 'utf8'));
    renameSync(path, `${path}.kept`);
    const lines = names.map((name) => `export const ${name} = guard.${name};\n`);
    writeFileSync(path, `import * as guard from '${GUARD_PACKAGE}';\n${lines.join('')}`);
  }
  return () => {
    for (const path of kept) {
      rmSync(path);
      renameSync(`${path}.kept`, path);
    }
  };
}

/** Lists the names that a compiled module exports. */
function listExports(code) {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration === null) return node.specifiers.map(({ exported }) => exported.name);
    const { declarations, id } = node.declaration;
    return declarations === undefined ? [id.name] : declarations.map((each) => each.id.name);
  });
}
