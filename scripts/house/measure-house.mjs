/** Reads a tree laid out like `src`, and measures its weight and its walls. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from '@swc/core';

const SYNTAX = { syntax: 'typescript', target: 'es2022' };
export const MAX_FUNCTION = 80;
const MAX_COLUMNS = 120;
const SMALL_FILE = 50;
/** Pronouns, prepositions and participles that name nothing as a local. */
const EMPTY_LOCALS = new Set(
  (
    'own at before after said from of told to in on with without by for about above below between beyond within under over until since than then here there ' +
    'this that these those it its them they who whose what which mine theirs other others another such made given taken seen found known left gone kept held heard ' +
    'read written done met lost built asked called named used wanted needed wrong right'
  )
    .split(' ')
    .filter((word) => !['read', 'right', 'left'].includes(word)),
);

/**
 * Reads every source file of a tree.
 *
 * @returns `files`: by path below the root, what `readSource` finds; `importers`: by path, the files that import it
 */
export function readHouse(root) {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
  const files = new Map(paths.map((path) => [path, readSource(root, path)]));
  for (const { imports } of files.values())
    for (const one of imports) if (files.has(`${one.target}x`)) one.target = `${one.target}x`;
  const importers = new Map();
  for (const [path, { imports }] of files)
    for (const { target } of imports) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  return { files, importers };
}

/** Counts lines by room; a file of the root is a room of its own. */
export function countLines({ files }) {
  const lines = {};
  for (const [path, source] of files) lines[roomOf(path)] = (lines[roomOf(path)] ?? 0) + source.lines;
  return lines;
}

/**
 * Lists the places that the aims of the house are about, by the name of the aim: long functions, small files, folders that are roof and
 * foundation, wide lines, names of locals, and forms that are hard to read.
 *
 * @param isChosen which paths below the root count
 */
export function listPlaces(house, isChosen = () => true) {
  const chosen = [...house.files].filter(([path]) => isChosen(path));
  const gather = (key) => chosen.flatMap(([path, source]) => source[key].map((place) => `${path}:${place}`));
  const functions = listFunctions(house, isChosen);
  const small = findSmallFiles(house).filter(([path]) => isChosen(path));
  return {
    [`functions over ${MAX_FUNCTION} lines`]: functions
      .filter(({ lines }) => lines > MAX_FUNCTION)
      .map(describeFunction),
    [`files of at most ${SMALL_FILE} lines with one importer`]: small.map(
      ([path, importer]) => `${path} ← ${importer}`,
    ),
    'small files beside their only importer': small
      .filter(([path, importer]) => dirname(path) === dirname(importer))
      .map(([path]) => path),
    'folders that are roof and foundation': findTwoWayFolders(house).filter((folder) => isChosen(`${folder}/`)),
    [`lines over ${MAX_COLUMNS} columns`]: gather('wide'),
    'locals named by pronoun, preposition or participle': gather('emptyLocals'),
    '! after an index': gather('assertedIndexes'),
    'conditional spreads': gather('conditionalSpreads'),
    'nested ?:': gather('nestedConditionals'),
  };
}

/** Lists functions, the longest first. */
export function listFunctions({ files }, isChosen = () => true) {
  return [...files]
    .filter(([path]) => isChosen(path))
    .flatMap(([path, { functions }]) => functions.map((one) => ({ ...one, path })))
    .sort((a, b) => b.lines - a.lines);
}

export function describeFunction({ path, name, line, lines }) {
  return `${path}:${line} ${name}: ${lines} lines`;
}

/** Lists, by room, the files that other rooms import. */
export function findDoors({ files, importers }) {
  const doors = {};
  for (const path of files.keys()) {
    const rooms = new Set([...(importers.get(path) ?? [])].map(roomOf));
    rooms.delete(roomOf(path));
    if (rooms.size > 0) doors[roomOf(path)] = [...(doors[roomOf(path)] ?? []), path];
  }
  return doors;
}

/** Collects the files that a file imports, and theirs, with itself. Imports of types do not count. */
export function collectClosure(house, path, closure = new Set()) {
  const source = house.files.get(path);
  if (closure.has(path) || !source) return closure;
  closure.add(path);
  for (const { target, isType } of source.imports) if (!isType) collectClosure(house, target, closure);
  return closure;
}

export function roomOf(path) {
  return path.includes('/') ? path.split('/')[0] : path.replace(/\.ts$/, '');
}

function findSmallFiles({ files, importers }) {
  return [...files]
    .filter(([path, { lines }]) => lines <= SMALL_FILE && importers.get(path)?.size === 1)
    .map(([path]) => [path, [...importers.get(path)][0]]);
}

/** Lists folders whose loose files import their subfolders and are imported by them. */
function findTwoWayFolders({ files }) {
  const roofs = new Set();
  const foundations = new Set();
  for (const [path, { imports }] of files) {
    for (const { target } of imports) {
      if (dirname(target).startsWith(`${dirname(path)}/`)) roofs.add(dirname(path));
      if (dirname(path).startsWith(`${dirname(target)}/`)) foundations.add(dirname(target));
    }
  }
  return [...roofs].filter((folder) => foundations.has(folder) && folder !== '.').sort();
}

function readSource(root, path) {
  const bytes = readFileSync(join(root, path));
  const text = bytes.toString('utf8');
  // Positions of the parser count bytes, from the end of what it parsed before.
  const base = parseSync('', SYNTAX).span.end;
  const tree = parseSync(text, { ...SYNTAX, tsx: path.endsWith('.tsx') });
  const starts = [0];
  for (let index = bytes.indexOf(10); index !== -1; index = bytes.indexOf(10, index + 1)) starts.push(index + 1);
  const rows = text.trimEnd().split('\n');
  const source = {
    lines: rows.length,
    wide: rows.flatMap((row, index) => (row.length > MAX_COLUMNS ? [index + 1] : [])),
    imports: [],
    functions: [],
    emptyLocals: [],
    assertedIndexes: [],
    conditionalSpreads: [],
    nestedConditionals: [],
  };
  const lineAt = (position) => {
    const offset = position - base;
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  visit(tree, 'module', { path, lineAt, source });
  return source;
}

/** Walks a syntax tree; `name` is how the place that holds the node calls it. */
function visit(node, name, context) {
  note(node, name, context);
  const below = node.id?.value ?? node.identifier?.value ?? node.key?.value ?? name;
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && key !== 'span')
        visit(child, typeof below === 'string' ? below : name, context);
}

function note(node, name, { path, lineAt, source }) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      if (node.source?.value.startsWith('.'))
        source.imports.push({
          target: join(dirname(path), node.source.value).replace(/\.js$/, '.ts'),
          isType: isTypeImport(node),
        });
      return;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassMethod':
    case 'PrivateMethod':
    case 'Constructor':
    case 'MethodProperty':
    case 'GetterProperty':
    case 'SetterProperty': {
      const line = lineAt(node.span.start);
      source.functions.push({
        name: node.identifier?.value ?? node.key?.value ?? name,
        line,
        lines: lineAt(node.span.end) - line + 1,
      });
      return;
    }
    case 'VariableDeclarator':
      noteLocals(node.id, lineAt, source);
      return;
    case 'TsNonNullExpression':
      if (node.expression.type === 'MemberExpression' && node.expression.property.type === 'Computed')
        source.assertedIndexes.push(lineAt(node.span.start));
      return;
    case 'SpreadElement':
      if (isConditional(node.arguments)) source.conditionalSpreads.push(lineAt(node.spread.start));
      return;
    case 'ConditionalExpression':
      if ([node.test, node.consequent, node.alternate].some((part) => unwrap(part).type === 'ConditionalExpression'))
        source.nestedConditionals.push(lineAt(node.span.start));
  }
}

function noteLocals(pattern, lineAt, source) {
  if (!pattern || typeof pattern !== 'object') return;
  if (pattern.type === 'Identifier') {
    if (EMPTY_LOCALS.has(pattern.value)) source.emptyLocals.push(`${lineAt(pattern.span.start)} ${pattern.value}`);
  } else if (pattern.type === 'AssignmentPatternProperty') noteLocals(pattern.key, lineAt, source);
  else
    for (const part of [
      pattern.left,
      pattern.argument,
      pattern.value,
      ...(pattern.elements ?? []),
      ...(pattern.properties ?? []),
    ])
      noteLocals(part, lineAt, source);
}

function isTypeImport(node) {
  if (node.typeOnly) return true;
  const { specifiers = [] } = node;
  return specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly === true);
}

function isConditional(expression) {
  const inner = unwrap(expression);
  return inner.type === 'ConditionalExpression' || (inner.type === 'BinaryExpression' && inner.operator === '&&');
}

function unwrap(expression) {
  return expression.type === 'ParenthesisExpression' ? unwrap(expression.expression) : expression;
}
