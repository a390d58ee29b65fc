import type { DependencyChange, PackageEcosystem } from '../../../contract/policy/patch_policy_finding.js';
import { removeUrlCredentials } from '../../../workspace/git/run_git.js';

/** Dependency as one file states it. */
export interface DeclaredDependency {
  /** Identity of the entry before and after the patch; default: its name. */
  key?: string;
  name: string;
  version: string | null;
  source: string | null;
  source_kind: DependencyChange['source_kind'];
  /** Digests of its files; lockfiles only. */
  integrity?: string;
  /** Names of packages that it requires; lockfiles only. */
  requires?: readonly string[];
  /** True if the lockfile says that installation runs a script. */
  scripted?: boolean;
}

/** Content of one manifest, lockfile or configuration file. */
export interface DependencyFileContent {
  dependencies: DeclaredDependency[];
  /** Code that runs at installation; `text` changes whenever the code does. */
  scripts: { what: string; text: string }[];
  /** URLs of registries that packages may come from. */
  registries: string[];
}

/** File that could not be read. It counts as changed in every way. */
export interface UnreadableFile {
  unreadable: string;
}

/** Reads a file's text. Hostile text gives an `UnreadableFile`, never an exception. */
export type DependencyFileReader = (text: string, file: string) => DependencyFileContent | UnreadableFile;

/** Role of a file in dependency policy. */
export interface DependencyFileKind {
  ecosystem: PackageEcosystem;
  lockfile: boolean;
  read: DependencyFileReader;
}

/** Addresses of hosting services by the names that package managers have for them. */
export const HOSTING_ADDRESSES: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
  gist: 'https://gist.github.com/',
};

/** Creates the content of an empty file. */
export const createEmptyContent = (): DependencyFileContent => ({ dependencies: [], scripts: [], registries: [] });

/** Most characters of a recorded value. */
const MAX_VALUE_LENGTH = 300;

/** Sanitizes a URL, path or version for the record: bounded and without credentials. */
export const sanitizeSource = (text: string): string =>
  // Text before a backslash is the host, not a user, and must not be removed as a credential.
  removeUrlCredentials(text.includes('\\') ? normalizeWebAddress(text) : text)
    .slice(0, MAX_VALUE_LENGTH)
    .toWellFormed();

/** Returns the own entries of a parsed object; empty for any other value. A `__proto__` is a name like any other. */
export function getOwnEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** Returns one field of a parsed object, own keys only. */
export function getOwnField(value: unknown, ...path: string[]): unknown {
  let field = value;
  for (const key of path) {
    if (typeof field !== 'object' || field === null || !Object.hasOwn(field, key)) return undefined;
    field = (field as Record<string, unknown>)[key];
  }
  return field;
}

/** Returns a list, empty for any other value. */
const toFieldList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Returns a text, undefined for any other value. */
export const toFieldText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Returns the texts of a list. */
export const toFieldTexts = (value: unknown): string[] => toFieldList(value).filter((each) => typeof each === 'string');

/** Returns a field as a list, empty for any other value. */
export const getOwnList = (value: unknown, ...path: string[]): unknown[] => toFieldList(getOwnField(value, ...path));
/** Returns a field as a text, undefined for any other value. */
export const getOwnText = (value: unknown, ...path: string[]): string | undefined =>
  toFieldText(getOwnField(value, ...path));
/** Returns the texts of a field that is a list. */
export const getOwnTexts = (value: unknown, ...path: string[]): string[] => toFieldTexts(getOwnField(value, ...path));

/** Adds a URL to the registries of a file's content, if it is a text. */
export function addRegistry({ registries }: Pick<DependencyFileContent, 'registries'>, url: unknown): void {
  if (typeof url === 'string') registries.push(sanitizeSource(url));
}

/** Adds the `url` of each entry of a list of sources to the registries of a file's content. */
export function addRegistries(content: Pick<DependencyFileContent, 'registries'>, sources: unknown): void {
  for (const source of toFieldList(sources)) addRegistry(content, getOwnField(source, 'url'));
}

/**
 * Resolves a path that a file names, relative to the root of the repository, for the record. A path that leads out
 * begins with `..` or `/`.
 */
export function resolveDeclaredPath(file: string, path: string): string {
  const plain = path.replace(/^(file|link|portal|path|workspace):(\/\/(?=\/))?/, '').replaceAll('\\', '/');
  if (/^(\/|~|[A-Za-z]:)/.test(plain)) return sanitizeSource(plain);
  const parts: string[] = [];
  for (const part of [...file.split('/').slice(0, -1), ...plain.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return sanitizeSource(parts.join('/') || '.');
}

/**
 * Normalises a web address as programs do: `https:/h`, `https:\\\\h` and `https://h\\@other/` all have host h, and
 * `/a/../b` is `/b`. Other texts are returned unchanged.
 */
export function normalizeWebAddress(text: string): string {
  if (!/^\s*https?:/i.test(text)) return text;
  try {
    return new URL(text).href;
  } catch {
    return text;
  }
}

/** Deepest nesting of brackets; parsers of YAML take quadratic time beyond. */
const MAX_NESTING = 500;

/** Tells whether a text may nest deeper than any honest file. Brackets in strings count, too. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const c = text.charCodeAt(offset);
    if (c === 0x5b || c === 0x7b) depth += 1;
    else if ((c === 0x5d || c === 0x7d) && depth > 0) depth -= 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}
