import type { DependencyChange, Ecosystem } from '../../contract/dependency_policy.js';
import { withoutCredentials } from '../workspace/address.js';

/** One dependency as a file states it. */
export interface Declared {
  /** What makes it the same entry before and after the patch; default: its name. */
  key?: string;
  name: string;
  version: string | null;
  source: string | null;
  source_kind: DependencyChange['source_kind'];
  /** Digests of its files; of lockfiles only. */
  integrity?: string;
  /** Names of packages that it needs; of lockfiles only. */
  requires?: readonly string[];
  /** A lockfile says that it runs a script when it is installed. */
  scripted?: boolean;
}

/** What one manifest, lockfile or configuration file says. */
export interface Reading {
  dependencies: Declared[];
  /** What runs when the project is installed; `text` changes when it does something else. */
  scripts: { what: string; text: string }[];
  /** URLs of registries that packages may come from. */
  registries: string[];
}

/** A file that could not be read: it counts as changed in every way. */
export interface Unreadable {
  unreadable: string;
}

/** Reads a file's text. Hostile text gives an `Unreadable`, never an exception of its own making. */
export type Reader = (text: string, file: string) => Reading | Unreadable;

/** How a file takes part in dependency policy. */
export interface FileKind {
  ecosystem: Ecosystem;
  lockfile: boolean;
  read: Reader;
}

export const nothing = (): Reading => ({ dependencies: [], scripts: [], registries: [] });

/** Characters that one value keeps. */
const LONGEST = 300;

/** A URL, path or version as it may be recorded: bounded and without credentials. */
export const shown = (text: string): string =>
  // What stands before a backslash is the host, not a user: only then is it not taken away.
  withoutCredentials(text.includes('\\') ? webAddress(text) : text)
    .slice(0, LONGEST)
    .toWellFormed();

/** A plain object of parsed JSON, TOML or YAML; empty for anything else. Only own keys: a `__proto__` is a name like any other. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** One field of a parsed object, own keys only. */
export function field(value: unknown, ...path: string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const textsOf = (value: unknown): string[] => listOf(value).filter((each) => typeof each === 'string');

/** A path that a file names, relative to the root of the repository; one that leads out begins with `..` or `/`. */
export function pathFrom(file: string, path: string): string {
  const plain = path.replace(/^(file|link|portal|path|workspace):(\/\/(?=\/))?/, '').replaceAll('\\', '/');
  if (/^(\/|~|[A-Za-z]:)/.test(plain)) return plain;
  const parts: string[] = [];
  for (const part of [...file.split('/').slice(0, -1), ...plain.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/') || '.';
}

/**
 * A web address as programs take it: `https:/h`, `https:\\\\h` and `https://h\\@other/` are all of host h, and `/a/../b` is `/b`. Anything
 * else stays as it is.
 */
export function webAddress(text: string): string {
  if (!/^\s*https?:/i.test(text)) return text;
  try {
    return new URL(text).href;
  } catch {
    return text;
  }
}

/** YAML and its like that opens more brackets than this within each other takes parsers the square of its length. */
const DEEPEST = 500;

/** Whether a text may nest deeper than any honest file, brackets in strings included. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 0x5b || c === 0x7b) depth += 1;
    else if ((c === 0x5d || c === 0x7d) && depth > 0) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
