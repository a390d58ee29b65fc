import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from '@swc/core';

/** The folders that observe: they write the record, and never meet those that decide over it. */
const observers = ['run', 'gateway', 'network', 'workspace', 'sandbox', 'guard'];
/** Folders of `src` from the lowest to the highest: a folder may import those before it. `guard` stands apart and knows contracts only. */
const floors = [
  ['language'],
  ['contract'],
  ['system', 'project'],
  ['record'],
  ['sandbox', 'judge', 'adapters'],
  ['workspace'],
  ['network'],
  ['gateway'],
  ['run', 'publish'],
  ['view'],
  ['commands'],
  ['action'],
  ['engine'],
  ['cli'],
  ['shells'],
];
const places = [...floors.flat(), 'guard'];
const deciders = ['judge', 'publish', 'view'];

const mayImport = (from: string, to: string): boolean => {
  if (from === 'guard') return to === 'contract';
  if (observers.includes(from) && deciders.includes(to)) return false;
  if (deciders.includes(from) && observers.includes(to)) return false;
  if (to === 'guard') return floorOf(from) > floorOf('record');
  return floorOf(from) > floorOf(to);
};
/** Folders whose code is handed to an attempt by the verb: `run/attempt` may import their types alone. */
const ports = ['guard/', 'gateway/', 'run/coordination/', 'run/evaluation/', 'run/model_access/', 'run/oracle/'];
const floorOf = (place: string): number => floors.findIndex((floor) => floor.includes(place));
const shells = [
  'action.ts',
  'bundle.ts',
  'cli.ts',
  'guard_library.ts',
  'hook.ts',
  'library.ts',
  'start.ts',
  'verifier.ts',
];
const purePlaces = [
  'language/',
  'contract/',
  'guard/',
  'project/',
  'judge/',
  'publish/report/',
  'view/model/',
  'run/supervisor/breakers/',
];
const outsideWorld =
  /^node:(fs|child_process|net|https?|http2|tls|dns|dgram|worker_threads|cluster|os|process|vm)(\/|$)/;
/** Ends what takes too long: the one clock of a pure place. */
const clock = 'guard/end_in_time.ts';
const impureCalls = ['Date.now', 'Math.random', 'performance.now', 'performance.timeOrigin', 'crypto.randomUUID'];
const randomNames = ['randomBytes', 'randomInt', 'randomUUID', 'randomFillSync', 'webcrypto'];
const shellOnly = ['env', 'argv', 'exit', 'stdout', 'stderr'];
/** The shell's streams are written by `cli/terminal/create_console_writer.ts` alone, from which nothing of others comes out raw. */
const printing = ['log', 'info', 'warn', 'error', 'debug', 'table', 'dir', 'trace'].map((name) => `console.${name}`);
const rawWrites = ['stdout.write', 'stderr.write'];
const writer = 'cli/terminal/create_console_writer.ts';
const emptyNames = /util|helper|common|misc/i;
const maxLines = 400;
const maxFiles = 25;
/** The places where modules are loaded when they are needed. */
const lazy = [
  'start.ts',
  'commands/guard/hook/parts/hook_parts.ts',
  'engine/verbs.ts',
  'engine/engine.ts',
  'commands/models/load_price_books.ts',
  'adapters/shipped/load_adapter.ts',
  'system/load_bundle.ts',
];

/** What one file imports and does, as far as the rules of the house ask. */
interface Seen {
  imports: { from: string; names: string[]; types: boolean }[];
  members: string[];
  calls: string[];
  emptyDate: boolean;
  /** `out.log(JSON.stringify(…))` and the like. */
  printsJson: boolean;
  dynamicImport: boolean;
  defaultExport: boolean;
}

/**
 * Checks a tree laid out like `src` against the rules of the house and returns one line per broken rule, sorted:
 * import direction, purity, who may touch the process, size, names, cycles. An empty list is a house in order.
 */
export function checkHouse(root: string): string[] {
  const paths = [...sourceFiles(root, '.ts'), ...sourceFiles(root, '.tsx')].sort();
  // Data compiled to JSON: modules without imports, beside the file that gives them a type.
  const known = new Set([...paths, ...sourceFiles(root, '.json')]);
  const graph = new Map<string, string[]>();
  const complaints: string[] = [];

  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8');
    const seen = look(text, path.endsWith('.tsx'));
    const local = seen.imports.map(({ from }) => from).filter((from) => from.startsWith('.'));
    const targets = local.map((from) => resolveImport(path, from, known));
    graph.set(
      path,
      targets.filter((target) => known.has(target)),
    );
    const say = (complaint: string) => complaints.push(`${path}: ${complaint}`);

    for (const target of targets) if (!known.has(target)) say(`imports ${target}, which does not exist`);
    for (const complaint of directionComplaints(path, targets)) say(complaint);
    if (path.startsWith('run/attempt/'))
      for (const { from, types } of seen.imports) {
        const target = resolveImport(path, from, known);
        if (!types && ports.some((port) => target.startsWith(port)))
          say(`an attempt is given ${target} and must not import it`);
      }
    for (const complaint of processComplaints(path, seen)) say(complaint);
    for (const complaint of printingComplaints(path, seen)) say(complaint);
    if (purePlaces.some((place) => path.startsWith(place)) && path !== clock)
      for (const complaint of purityComplaints(seen)) say(complaint);
    if (seen.members.includes('AbortSignal.timeout'))
      say('uses AbortSignal.timeout, which may be collected; use openTimeLimit');
    if (seen.dynamicImport && !lazy.includes(path)) say('has a dynamic import()');
    if (seen.defaultExport) say('has a default export');
    const lines = text.trimEnd().split('\n').length;
    if (lines > maxLines) say(`has ${lines} lines, more than ${maxLines}`);
    if (emptyNames.test(path)) say('has a name that says nothing');
  }
  return [...complaints, ...cycles(graph), ...folderCycles(graph), ...fullFolders(paths)].sort();
}

/** Folders that hold more files than a reader takes in at once. */
function fullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => `${folder}/: has ${count} files, more than ${maxFiles}`);
}

/** Cycles between folders that lie side by side, at every depth: imports between two neighbours go one way. */
function folderCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    for (const target of targets) {
      const [from, to] = neighbours(path, target);
      if (from !== to) folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  }
  return cycles(new Map([...folders].map(([folder, targets]) => [folder, [...targets].sort()]))).map((cycle) =>
    cycle.replace('import cycle', 'folder cycle'),
  );
}

/** The two folders below their nearest common one that hold these files; the same one twice where a file lies in the common folder itself. */
function neighbours(path: string, target: string): [string, string] {
  const [a, b] = [dirname(path).split('/'), dirname(target).split('/')];
  const depth = a.findIndex((name, i) => name !== b[i]);
  if (depth === -1 || b[depth] === undefined) return ['', ''];
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

function directionComplaints(path: string, targets: readonly string[]): string[] {
  const from = placeOf(path);
  if (!places.includes(from)) return [`is in ${from}, which is no folder of the house`];
  const wrong = targets.filter((target) => placeOf(target) !== from && !mayImport(from, placeOf(target)));
  return wrong.map((target) => `${from} must not import ${placeOf(target)} (${target})`);
}

function processComplaints(path: string, seen: Seen): string[] {
  if (shells.includes(path)) return [];
  const members = shellOnly.map((name) => `process.${name}`).filter((member) => seen.members.includes(member));
  const names = seen.imports
    .filter(({ from }) => from === 'node:process')
    .flatMap((found) => found.names)
    .filter((name) => shellOnly.includes(name))
    .map((name) => `process.${name}`);
  const packages = seen.imports.map(({ from }) => from).filter((from) => from === '@actions/core');
  return [...new Set([...members, ...names, ...packages])].map((what) => `only a shell may use ${what}`);
}

function printingComplaints(path: string, seen: Seen): string[] {
  const raw = path === writer ? [] : rawWrites.filter((member) => seen.members.includes(member));
  const said = printing.filter((member) => seen.members.includes(member));
  const json = seen.printsJson ? ['JSON.stringify of what is printed; jsonText is inert in a terminal'] : [];
  return [...raw, ...said, ...json].map((what) => `prints past ${writer}: ${what}`);
}

function purityComplaints(seen: Seen): string[] {
  const modules = seen.imports.map(({ from }) => from).filter((from) => outsideWorld.test(from));
  const random = seen.imports
    .filter(({ from }) => from === 'node:crypto')
    .flatMap(({ names }) => names.filter((name) => randomNames.includes(name)));
  const calls = impureCalls.filter((member) => seen.members.includes(member));
  const globals = seen.members.some((member) => member.startsWith('process.')) ? ['process'] : [];
  const called = ['fetch', 'setTimeout', 'setInterval'].filter((name) => seen.calls.includes(name));
  const clock = seen.emptyDate ? ['new Date()'] : [];
  return [...new Set([...modules, ...random, ...calls, ...globals, ...called, ...clock])].map(
    (what) => `is pure and must not use ${what}`,
  );
}

/** Cycles of the import graph, each told once, from its alphabetically first file. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const finished = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      const loop = trail.slice(start);
      const first = loop.indexOf([...loop].sort()[0] as string);
      const ordered = [...loop.slice(first), ...loop.slice(0, first)];
      found.add(`import cycle: ${[...ordered, ordered[0]].join(' → ')}`);
      return;
    }
    if (finished.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return [...found];
}

function placeOf(path: string): string {
  if (shells.includes(path)) return 'shells';
  return path.includes('/') ? (path.split('/')[0] as string) : 'src itself';
}

function resolveImport(path: string, from: string, known: ReadonlySet<string>): string {
  const target = join(dirname(path), from).split(sep).join('/').replace(/\.js$/, '.ts');
  return known.has(`${target}x`) ? `${target}x` : target;
}

function sourceFiles(root: string, ending: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

type Node = { type?: unknown } & Record<string, unknown>;

/** Reads one file by its syntax tree, so a rule's words in a comment or a string are no offence. */
function look(text: string, tsx: boolean): Seen {
  const seen: Seen = {
    imports: [],
    members: [],
    calls: [],
    emptyDate: false,
    printsJson: false,
    dynamicImport: false,
    defaultExport: false,
  };
  walk(parseSync(text, { syntax: 'typescript', tsx, target: 'es2022' }) as unknown as Node, seen);
  return seen;
}

function walk(node: Node, seen: Seen): void {
  note(node, seen);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) walk(child as Node, seen);
    }
  }
}

function note(node: Node, seen: Seen): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      const source = node.source as { value: string } | null | undefined;
      if (source) seen.imports.push({ from: source.value, names: specifierNames(node), types: isTypeImport(node) });
      return;
    }
    case 'ExportDefaultDeclaration':
    case 'ExportDefaultExpression':
      seen.defaultExport = true;
      return;
    case 'VariableDeclarator': {
      const pattern = node.id as Node;
      if (nameOf(node.init) !== 'process' || pattern.type !== 'ObjectPattern') return;
      for (const { key } of pattern.properties as Node[]) seen.members.push(`process.${nameOf(key)}`);
      return;
    }
    case 'MemberExpression': {
      // Of `process.stderr.write` the last two.
      const object = nameOf(node.object) ?? nameOf((node.object as Node).property);
      const property = nameOf(node.property);
      if (object && property) seen.members.push(`${object}.${property}`);
      return;
    }
    case 'CallExpression': {
      if ((node.callee as Node).type === 'Import') seen.dynamicImport = true;
      const callee = nameOf(node.callee);
      if (callee) seen.calls.push(callee);
      if (
        memberOf(node.callee, /^(log|error)$/) &&
        argumentsOf(node).some((one) => memberOf(callOf(one), /^stringify$/))
      )
        seen.printsJson = true;
      return;
    }
    case 'NewExpression':
      if (nameOf(node.callee) === 'Date' && !(node.arguments as unknown[] | undefined)?.length) seen.emptyDate = true;
  }
}

/** Whether nothing of an import is left at run time. */
function isTypeImport(node: Node): boolean {
  const specifiers = (node.specifiers ?? []) as Node[];
  return node.typeOnly === true || (specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly === true));
}

function specifierNames(node: Node): string[] {
  const specifiers = (node.specifiers ?? []) as Node[];
  return specifiers.flatMap((specifier) => nameOf(specifier.imported ?? specifier.local ?? specifier.orig) ?? []);
}

const memberOf = (node: unknown, name: RegExp): boolean => {
  const { type, property } = (node ?? {}) as { type?: string; property?: unknown };
  return type === 'MemberExpression' && name.test(nameOf(property) ?? '');
};
const callOf = (node: unknown) => ((node ?? {}) as { callee?: unknown }).callee;
const argumentsOf = (node: Node) =>
  ((node.arguments ?? []) as { expression?: unknown }[]).map(({ expression }) => expression);

/** The name in an identifier, or in `object['name']`. */
function nameOf(node: unknown): string | undefined {
  const { type, value, expression } = (node ?? {}) as { type?: string; value?: unknown; expression?: unknown };
  if (type === 'Computed') return nameOf(expression);
  return (type === 'Identifier' || type === 'StringLiteral') && typeof value === 'string' ? value : undefined;
}
