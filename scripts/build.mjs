#!/usr/bin/env node
/**
 * Builds what is committed: `dist/engine/engine.cjs`, which holds all verbs, with the programs that it starts beside it, `dist/engine/index.js`, which loads it, the two shells
 * that do so when a verb is asked for, `dist/action/index.js` and `dist/cli/cli.mjs`, `dist/cli/index.js`, which starts the latter or the
 * guard's hook, and `dist/analysis/index.js`, the statistics as a library.
 *
 * `dist/build.json` holds digests of what was read and written. With `--if-changed` nothing is built while both are as it says, as they are
 * in a clean clone; `check-dist.mjs` always builds, so a wrong digest that was committed fails there.
 *
 * data/ is compiled to JSON modules in src/, and src/ by `tsc` to lib/; then `ncc` bundles each entry into ONE unminified file, with its
 * licences beside it; the shells leave the engine out and load its file. Comments, indentation and long names of modules are left out: a third of the bytes, and
 * they stand in src/ and in the packages.
 * The bytes depend on data/, src/, tsconfig.json, package.json and package-lock.json only: not on the folder, the clock or the Node version.
 * The output folder is replaced as the last step, so a failed build leaves the old one in place.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parse } from 'acorn';
import { describeBuild, ENTRIES, FOLDERS, isBuildCurrent } from './build/build-digests.mjs';
import { GUARD_PACKAGE, GUARD_REQUEST, HOOK_FILE, replaceGuardModules, writeGuard } from './build/bundle-guard.mjs';
import { writePage } from './build/bundle-page.mjs';
import { writeVerifier } from './build/bundle-verifier.mjs';
import { compileLibrary, PROGRAMS } from './build/compile-library.mjs';
import { listFilesBelow } from './build/file-digests.mjs';
import { mergeLicenses } from './build/merge-licenses.mjs';
import { findBinary, ROOT, runNode } from './build/run-node.mjs';
import {
  countDeferredRequires,
  DEFERRED_REQUIRE,
  DEFINE_DEFERRED_REQUIRE,
  listDeferredRequires,
} from './defer-requires.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

/** The engine itself, which `dist/engine/index.js` loads as a CommonJS script: compiled code of scripts can be kept. */
const script = { entry: 'engine', module: 'engine/engine', file: 'engine.cjs' };
/** Those that load the engine. */
const shells = ['action', 'cli'];
/** How the shells name the engine in lib/, and in dist/. */
const engine = {
  source: "import(/* webpackIgnore: true */ './engine.js')",
  bundled: "import('../engine/index.js').then(({ bundle }) => bundle)",
};
/** What the command line starts with, and the file of all its verbs. */
const start = { module: 'start', verbs: 'cli.mjs' };
const expectedFiles = ['index.js', 'licenses.txt', 'package.json'];
/** The library has its type declarations beside it: `index.d.ts` and what it is made of. */
const library = { module: 'library', file: 'index.d.ts', folder: 'types' };
const guardLibrary = { ...library, module: 'guard_library' };
/** Names of the bundler that stand in every module, and shorter ones. */
const INTERNAL_NAMES = {
  __nccwpck_require__: '__nccq',
  __webpack_exports__: '__nccx',
  __unused_webpack___webpack_module__: '__nccm',
};
/** Modules of @actions/core that nothing here calls, and what is bundled in their place. */
const UNUSED_TOOLKIT = { 'oidc-utils.js': 'export const OidcClient = undefined;', 'platform.js': 'export {};' };
/** The table of prices: its minified build, and fields that only a reader of the table needs. */
const PRICES = {
  name: '@pydantic/genai-prices',
  file: './dist/index.cjs',
  remarks: ['description', 'price_comments', 'pricing_urls'],
};

const { values } = readCommandLine({
  name: 'build',
  purpose: 'Builds dist/, schema/ and the JSON modules of src/ from src/ and data/. All are committed.',
  options: {
    out: { value: 'FOLDER', help: 'folder for the bundles (default dist)' },
    'if-changed': { help: 'build only if a source or the built files changed since the last build' },
  },
  exit: '0 built, 1 not.',
  example: 'npm run build -- --if-changed',
});
const target = values.out === undefined ? join(ROOT, 'dist') : resolve(values.out);

try {
  if (values['if-changed'] && isBuildCurrent(target)) console.log('dist/ is built from what is here');
  else await build(target);
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exitCode = 1;
}

async function build(out) {
  const started = performance.now();
  const missing = Object.values(ENTRIES).filter((module) => !existsSync(join(ROOT, 'src', `${module}.ts`)));
  if (missing.length > 0) throw new Error(`no such entry: ${missing.map((module) => `src/${module}.ts`).join(', ')}`);

  console.error('build: compiles src/');
  await compileLibrary();
  const compiled = performance.now();

  // The schema files are read from the compiled schemas, so they can never differ from the code that ships with them.
  await runNode(join(ROOT, 'scripts', 'schema.mjs'), []);

  console.error(`build: bundles ${Object.keys(ENTRIES).join(', ')}`);
  const fresh = `${out}.${process.pid}`;
  const packages = writeReducedPackages();
  try {
    const { doors, licenses } = await writeGuard(join(fresh, 'guard'));
    await writeDeclarations(guardLibrary, join(fresh, 'guard'));
    writeFileSync(join(fresh, 'guard', 'licenses.txt'), licenses.join('\n'));
    const putBack = replaceGuardModules(doors);
    try {
      await Promise.all(Object.keys(ENTRIES).map((entry) => bundle(entry, join(fresh, entry), licenses)));
    } finally {
      putBack();
    }
    writeFileSync(join(fresh, 'build.json'), `${JSON.stringify(describeBuild(fresh), null, 2)}\n`);
    rmSync(out, { recursive: true, force: true });
    renameSync(fresh, out);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(packages, { recursive: true, force: true });
  }

  const programs = FOLDERS.flatMap((entry) =>
    readdirSync(join(out, entry)).flatMap((name) => (/\.c?js$/.test(name) ? [join(entry, name)] : [])),
  );
  for (const program of programs) {
    const bytes = readFileSync(join(out, program)).length;
    console.log(`${program.padEnd(17)} ${(bytes / 1024).toFixed(0).padStart(6)} KiB`);
  }
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  console.log(`compiled in ${seconds(compiled - started)}, bundled in ${seconds(performance.now() - compiled)}`);
}

/**
 * Writes copies of two packages that the bundler finds before the packages themselves. @actions/core is without the clients of OIDC and of
 * the platform: nothing calls them, and their HTTP client is 640 KiB. The table of prices is its minified build without remarks: 160 KiB less.
 */
function writeReducedPackages() {
  const packages = join(ROOT, 'lib', 'node_modules');
  const toolkit = join(packages, '@actions', 'core');
  cpSync(join(ROOT, 'node_modules', '@actions', 'core'), toolkit, { recursive: true });
  for (const [name, code] of Object.entries(UNUSED_TOOLKIT)) {
    const file = join(toolkit, 'lib', name);
    if (!existsSync(file)) throw new Error(`@actions/core has no ${name} any more`);
    writeFileSync(file, code);
  }
  const prices = join(packages, PRICES.name);
  cpSync(join(ROOT, 'node_modules', PRICES.name), prices, { recursive: true });
  const description = JSON.parse(readFileSync(join(prices, 'package.json'), 'utf8'));
  const code = readFileSync(join(prices, PRICES.file), 'utf8');
  writeFileSync(join(prices, PRICES.file), withoutRemarks(code));
  const { name, version, license } = description;
  writeFileSync(join(prices, 'package.json'), JSON.stringify({ name, version, license, main: PRICES.file }));
  return packages;
}

/** The same table with empty remarks. */
function withoutRemarks(code) {
  const edits = [];
  walk(parse(code, { ecmaVersion: 'latest' }), ({ type, key, value }) => {
    if (type !== 'Property' || !PRICES.remarks.includes(key.name) || key.type !== 'Identifier') return;
    if (['Literal', 'TemplateLiteral', 'ArrayExpression'].includes(value.type))
      edits.push({ start: value.start, end: value.end, text: value.type === 'ArrayExpression' ? '[]' : '""' });
  });
  if (edits.length === 0) throw new Error(`${PRICES.name} has no remarks any more`);
  return edit(code, edits);
}

async function bundle(entry, folder, licenses) {
  await runBundler(ENTRIES[entry], folder);
  const file = join(folder, 'index.js');
  let code = readFileSync(file, 'utf8');
  if (shells.includes(entry)) {
    if (!code.includes(engine.source)) throw new Error(`${entry}: the bundle does not load the engine`);
    code = code.replaceAll(engine.source, engine.bundled);
  }
  writeBundle(file, withoutIndentation(withoutComments(code)));
  if (entry === script.entry) await bundleScript(folder, licenses);
  if (ENTRIES[entry] === library.module) await writeDeclarations(library, folder);
  if (entry === 'cli') writeStart(folder);
}

/** Writes the file that a user starts. It is CommonJS: loading it as a module takes as long as the guard's whole answer. */
function writeStart(folder) {
  const file = join(folder, 'index.js');
  renameSync(file, join(folder, start.verbs));
  const requests = [
    ["import('./hook.js')", `require('../guard/${HOOK_FILE}')`],
    ["import('./cli.js')", `import('./${start.verbs}')`],
    ['export {};\n', ''],
  ];
  let code = readFileSync(join(ROOT, 'lib', `${start.module}.js`), 'utf8');
  for (const [source, built] of requests) {
    if (!code.includes(source)) throw new Error(`cli: ${start.module}.ts has no ${source}`);
    code = code.replace(source, built);
  }
  writeFileSync(file, code);
  writeFileSync(join(folder, 'package.json'), '{\n  "type": "commonjs"\n}\n');
  chmodSync(file, 0o755);
}

/**
 * Writes the type declarations of the library: those of its modules that its exports lead to, which need no other package.
 */
async function writeDeclarations(library, folder) {
  const own = join(folder, library.folder);
  const emitted = `${folder}.types`;
  const options = ['--declaration', '--emitDeclarationOnly', '--outDir', emitted];
  await runNode(findBinary('typescript', 'tsc'), ['-p', join(ROOT, 'tsconfig.library.json'), ...options]);
  const wanted = [join(emitted, `${library.module}.d.ts`)];
  for (const path of wanted) {
    const text = readFileSync(path, 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (!from.startsWith('.')) throw new Error(`${relative(emitted, path)}: the types need the package ${from}`);
      const target = join(dirname(path), from.replace(/\.js$/, '.d.ts'));
      if (!wanted.includes(target)) wanted.push(target);
    }
    const target = join(own, relative(emitted, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  writeFileSync(join(folder, library.file), `export * from './${library.folder}/${library.module}.js';\n`);
  rmSync(emitted, { recursive: true });
}

/** Bundles the engine as a script beside the file that loads it. The licences are those of the script, which has them all. */
async function bundleScript(folder, guardLicenses) {
  const room = `${folder}.script`;
  await runBundler(script.module, room);
  const code = withoutIndentation(withoutComments(readFileSync(join(room, 'index.js'), 'utf8')));
  writeBundle(join(folder, script.file), toScript(deferRequires(code)));
  await writeVerifier(folder);
  for (const path of PROGRAMS) copyFileSync(join(ROOT, 'src', path), join(folder, basename(path)));
  const licenses = [readFileSync(join(room, 'licenses.txt'), 'utf8'), ...guardLicenses, ...(await writePage(folder))];
  writeFileSync(join(folder, 'licenses.txt'), mergeLicenses(licenses.join('\n')));
  rmSync(room, { recursive: true });
}

/** Makes a folder with one module and all that it imports in index.js, the licences, and a package.json. */
async function runBundler(module, folder) {
  mkdirSync(folder, { recursive: true });
  const options = ['--out', folder, '--license', 'licenses.txt', '--external', GUARD_PACKAGE, '--no-cache', '--quiet'];
  // ncc takes paths below the working folder for assets, as a path that a user names may look like one of the tests' files.
  await runNode(
    findBinary('@vercel/ncc', 'ncc'),
    ['build', join(ROOT, 'lib', `${module}.js`), ...options],
    join(ROOT, 'lib'),
  );

  // GitHub and `npx gatebench` run one file each; a chunk or an asset beside it means that something loads code at run time.
  const extra = readdirSync(folder).filter((name) => !expectedFiles.includes(name));
  if (extra.length > 0) throw new Error(`${module}: the bundle is more than one file: ${extra.join(', ')}`);
  if (!existsSync(join(folder, 'licenses.txt'))) writeFileSync(join(folder, 'licenses.txt'), '');
  writeFileSync(join(folder, 'package.json'), '{\n  "type": "module"\n}\n');
}

function writeBundle(file, code) {
  if (code.includes(ROOT)) throw new Error(`${file}: the bundle contains the path of this folder (${ROOT})`);
  writeFileSync(file, withShortInternals(code.replaceAll(`"${GUARD_PACKAGE}"`, `"${GUARD_REQUEST}"`)));
}

/** The same code with short names for what the bundler passes to every module: a hundredth of the bytes. */
function withShortInternals(code) {
  let short = code;
  for (const [name, replacement] of Object.entries(INTERNAL_NAMES)) {
    if (code.includes(replacement)) throw new Error(`${replacement} is no longer free for the bundler's ${name}`);
    short = short.replaceAll(name, replacement);
  }
  return short;
}

/**
 * The same code as an ASCII CommonJS script: `import.meta.url`, `import { a as b } from` and `export { a as b }` become what they
 * are there, `import()` the function `__import` of whoever loads it, and other characters escapes. An escape would be another text for String.raw, so there may be none.
 */
function toScript(code) {
  const edits = [];
  const loaded = new Map();
  const replace = ({ start, end }, text) => edits.push({ start, end, text });
  const listNames = (specifiers, side) => specifiers.map((each) => [each[side].name, each.local.name]);
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (node.type === 'MetaProperty' && node.meta.name === 'import') replace(node, '__import_meta');
    if (node.type === 'ImportExpression') replace({ start: node.start, end: node.start + 'import'.length }, '__import');
    if (node.type === 'ImportDeclaration') {
      const [first] = node.specifiers;
      if (first.type === 'ImportNamespaceSpecifier') {
        // A file of our own: it is loaded when something of it is first used.
        replace(node, '');
        loaded.set(first.local.name, `require(${node.source.raw})`);
        return;
      }
      const names = listNames(node.specifiers, 'imported').map((pair) => pair.join(': '));
      replace(node, `const { ${names.join(', ')} } = require(${node.source.raw});`);
    }
    if (node.type === 'ExportNamedDeclaration') {
      const names = listNames(node.specifiers, 'exported').map((pair) => `exports.${pair.join(' = ')};`);
      replace(node, names.join(' '));
    }
    if (/^Export(Default|All)Declaration$/.test(node.type)) throw new Error(`engine: ${node.type}`);
    if (
      node.type === 'TaggedTemplateExpression' &&
      readsRawText(node) &&
      /[^\0-\x7f]/.test(code.slice(node.start, node.end))
    )
      throw new Error(`engine: String.raw with characters that are not ASCII: ${code.slice(node.start, node.end)}`);
  });
  const fields =
    "url: require('node:url').pathToFileURL(__filename).href, filename: __filename, dirname: require('node:path').dirname(__filename)";
  const meta = `'use strict';\nconst __import_meta = { ${fields} };\n${DEFINE_DEFERRED_REQUIRE}\n`;
  let script = `${meta}${edit(code, edits)}`;
  for (const [name, call] of loaded) script = script.replaceAll(name, call);
  return script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Loads the modules of a bundle when they are first used. */
function deferRequires(code) {
  if (code.includes(DEFERRED_REQUIRE)) throw new Error(`${DEFERRED_REQUIRE} is no longer free`);
  const { edits, effects } = listDeferredRequires(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), code);
  const deferred = edit(code, edits);
  console.log(
    `${script.file}: ${countDeferredRequires(deferred)} imports are deferred, ${effects.length} load for their effect:`,
  );
  for (const statement of effects) console.log(`  ${statement}`);
  const missing = listBareImports(code).filter(({ statement }) => !deferred.includes(statement));
  if (missing.length > 0)
    throw new Error(`engine: deferred, though there for their effect: ${missing.map(({ name }) => name).join(', ')}`);
  return deferred;
}

/**
 * Lists the imports of the compiled sources that name nothing, whose modules are loaded for their effect, with the statements by which the
 * bundle loads them.
 *
 * @throws Error for one that the bundle has no module of
 */
function listBareImports(code) {
  const sources = listFilesBelow(join(ROOT, 'lib')).filter((path) => path.endsWith('.js'));
  const names = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^import '(.*)';$/gm)].map(([, name]) => name),
  );
  return [...new Set(names)].map((name) => {
    const variable = name.replace(/^.*\//, '').replace(/\.js$/, '').replace(/\W/g, '_');
    const statement = new RegExp(`^var ${variable} = .*\\(\\d+\\);$`, 'm').exec(code)?.[0];
    if (statement === undefined) throw new Error(`engine: the import of ${name} is not in the bundle`);
    return { name, statement };
  });
}

/** Replaces ranges of a text. */
function edit(code, edits) {
  const kept = [];
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    kept.push(code.slice(at, start), text);
    at = end;
  }
  return kept.join('') + code.slice(at);
}

/** Tells whether a tagged template asks for its text as it is written. */
function readsRawText({ tag }) {
  return tag.type === 'MemberExpression' && tag.property.name === 'raw';
}

/** Calls a function with each node of a syntax tree. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (typeof node?.type === 'string') {
    visit(node);
    for (const each of Object.values(node)) if (typeof each === 'object') walk(each, visit);
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

/**
 * The same code without indentation and empty lines, a sixth of the bytes, and with short names for what the bundler itself names by the
 * path of a module. Nothing else is changed.
 */
function withoutIndentation(code) {
  if (/\bmod_[0-9a-z]+\b/.test(code)) throw new Error('mod_… is no longer free for the short names of modules');
  const short = new Map();
  const kept = [];
  let at = 0;
  let last = 0;
  const onToken = ({ type, start, end, value }) => {
    const gap = code.slice(last, start);
    if (gap.includes('\n') && gap.trim() === '') {
      kept.push(code.slice(at, last), '\n');
      at = start;
    }
    const bundled = type.label === 'name' && /WEBPACK_IMPORTED_MODULE_\d+__(.*)$/.exec(value);
    if (bundled) {
      const name = value.slice(0, value.length - bundled[1].length);
      if (!short.has(name)) short.set(name, `mod_${short.size.toString(36)}`);
      kept.push(code.slice(at, start), `${short.get(name)}${bundled[1]}`);
      at = end;
    }
    last = end;
  };
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken });
  return kept.join('') + code.slice(at);
}
