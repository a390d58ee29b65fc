import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseSync } from '@swc/core';

/** Exceptions to the rules of names, each with its reason. */
export interface NameExceptions {
  /** Names that look like participles, gerunds or prepositions and are nouns of the field. */
  words: Readonly<Record<string, string>>;
  /** Exports without an importer in src: `path#name`, or `path` for all of a file. */
  unimported: Readonly<Record<string, string>>;
  /** Files that export nothing of their own name. */
  files: Readonly<Record<string, string>>;
}

interface FileNames {
  /** Names declared and exported here, without re-exports. */
  exported: string[];
  /** Modules this file imports or re-exports from, with the names taken (`*` for all). */
  taken: { from: string; names: string[] }[];
}

type Node = { type?: unknown } & Record<string, unknown>;

/** Irregular participles, and words that are no nouns: alone they name nothing. */
const EMPTY_WORDS = new Set(
  (
    'told said made seen given known left gone came sent kept found heard held read written taken drawn done met lost built bought begun broken chosen ' +
    'beyond within beside besides apart together here there where whose who what how when why which above below behind between after before until ' +
    'around against along about across fits meets tells says withstood mine ours theirs its others another'
  ).split(' '),
);
const PARTICIPLE = /^[A-Za-z][a-z]+(ed|ing)$/;

/**
 * Checks the names of a tree laid out like `src` and returns one line per broken rule, sorted: an exported name is unique, a file exports something
 * of its own name, a name of one word is no participle, gerund or preposition, a function is no `…Of`, and somebody in the tree imports every export.
 */
export function checkNames(root: string, exceptions: NameExceptions): string[] {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const files = new Map(
    paths.map((path) => [path, readNames(readFileSync(join(root, path), 'utf8'), path.endsWith('.tsx'))]),
  );
  return [
    ...repeated(files),
    ...paths.flatMap((path) => ownNameComplaints(path, files.get(path)!, exceptions)),
    ...paths.flatMap((path) => wordComplaints(path, files.get(path)!, exceptions)),
    ...unimported(files, exceptions),
    ...staleExceptions(files, exceptions),
  ].sort();
}

function repeated(files: ReadonlyMap<string, FileNames>): string[] {
  const places = new Map<string, string[]>();
  for (const [path, { exported }] of files)
    for (const name of exported) places.set(name, [...(places.get(name) ?? []), path]);
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${paths[0]}: exports ${name}, as ${paths.slice(1).join(' and ')} does`);
}

const flat = (name: string) => name.replaceAll('_', '').toLowerCase();

function ownNameComplaints(path: string, { exported }: FileNames, { files }: NameExceptions): string[] {
  const stem = basename(path).replace(/\.tsx?$/, '');
  if (exported.length === 0 || stem === 'index' || path in files) return [];
  return exported.some((name) => flat(name) === flat(stem)) ? [] : [`${path}: exports nothing of its own name`];
}

function wordComplaints(path: string, { exported }: FileNames, { words }: NameExceptions): string[] {
  return exported
    .filter((name) => !(name in words))
    .filter((name) => EMPTY_WORDS.has(name.toLowerCase()) || PARTICIPLE.test(name) || /^[a-z]\w*Of$/.test(name))
    .map((name) => `${path}: exports ${name}, which is neither a noun of the field nor a verb with its object`);
}

function unimported(files: ReadonlyMap<string, FileNames>, exceptions: NameExceptions): string[] {
  const taken = new Set<string>();
  for (const [path, file] of files)
    for (const { from, names } of file.taken)
      for (const name of names)
        for (const ending of ['.ts', '.tsx'])
          taken.add(`${join(dirname(path), from).split(sep).join('/').replace(/\.js$/, ending)}#${name}`);
  return [...files].flatMap(([path, { exported }]) =>
    taken.has(`${path}#*`) || path in exceptions.unimported
      ? []
      : exported
          .filter((name) => !taken.has(`${path}#${name}`) && !(`${path}#${name}` in exceptions.unimported))
          .map((name) => `${path}: exports ${name}, which no other file of src imports`),
  );
}

/** An exception that nothing needs any more is one too many. */
function staleExceptions(files: ReadonlyMap<string, FileNames>, exceptions: NameExceptions): string[] {
  const names = new Set([...files.values()].flatMap(({ exported }) => exported));
  return [
    ...Object.keys(exceptions.words).filter((word) => !names.has(word)),
    ...Object.keys(exceptions.files).filter((path) => !files.has(path)),
    ...Object.keys(exceptions.unimported).filter((place) => {
      const [path, name] = place.split('#') as [string, string | undefined];
      return !files.has(path) || (name !== undefined && !files.get(path)!.exported.includes(name));
    }),
  ].map((what) => `exceptions: ${what} is not in src`);
}

function readNames(text: string, tsx: boolean): FileNames {
  const found: FileNames = { exported: [], taken: [] };
  const { body } = parseSync(text, { syntax: 'typescript', tsx, target: 'es2022' }) as unknown as { body: Node[] };
  for (const node of body) readStatement(node, found);
  found.exported = [...new Set(found.exported)];
  for (const [, from] of text.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+)'\s*\)/g))
    found.taken.push({ from: from!, names: ['*'] });
  return found;
}

function readStatement(node: Node, found: FileNames): void {
  if (node.type === 'ExportDeclaration') found.exported.push(...declaredNames(node.declaration as Node));
  const source = (node.source as { value?: string } | null | undefined)?.value;
  const specifiers = (node.specifiers ?? []) as Node[];
  if (source === undefined) {
    if (node.type === 'ExportNamedDeclaration')
      found.exported.push(...specifiers.flatMap((one) => nameOf(one.exported) ?? nameOf(one.orig) ?? []));
    return;
  }
  if (node.type === 'ExportAllDeclaration') found.taken.push({ from: source, names: ['*'] });
  else if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration')
    found.taken.push({
      from: source,
      names: specifiers.map((one) =>
        one.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (nameOf(one.imported) ?? nameOf(one.orig) ?? nameOf(one.local) ?? '*'),
      ),
    });
}

function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration')
    return (declaration.declarations as Node[]).flatMap(({ id }) => patternNames(id as Node));
  const name = nameOf(declaration.identifier) ?? nameOf(declaration.id);
  return name === undefined ? [] : [name];
}

function patternNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.value as string];
  const parts = (pattern.properties ?? pattern.elements ?? []) as Node[];
  return parts.flatMap((part) => (part ? patternNames((part.value ?? part.key ?? part) as Node) : []));
}

const nameOf = (node: unknown): string | undefined => {
  const { value } = (node ?? {}) as { value?: unknown };
  return typeof value === 'string' ? value : undefined;
};
