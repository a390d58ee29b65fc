import { posix } from 'node:path';
import { matchesWildcard } from '../../arguments/matches_wildcard.js';
import { type Invocation, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';

const MAX_FILES = 1000;
const MAX_FORGOTTEN = 10_000;
const MAX_LISTED = 20;
const MAX_CHARACTERS = 1024 * 1024;
/** Maximum number of writers of a file that are kept; the last ones count. */
const MAX_FROM = 20;

/** Text of a file or of a process substitution, in which `UNKNOWN_VALUE` stands for unknown text. */
export interface WrittenText {
  text: string;
  /** Invocations whose output it is. */
  from: readonly Invocation[];
}

/** Files written by commands and edits, with their writers. The text of the oldest is dropped, and counts as unread. */
export class WrittenFiles {
  private readonly files = new Map<string, WrittenText>();
  private readonly forgotten = new Set<string>();
  private characters = 0;
  /** Changes with every write. */
  version = 0;

  write(path: string, text: string, folder?: string, start: readonly Invocation[] = []): void {
    const key = normalizePath(path, folder);
    if (key === undefined) return;
    this.version += 1;
    // A name that is not wholly known may mean several files.
    const alternatives = key.includes(UNKNOWN_VALUE) ? (this.files.get(key)?.text ?? '') : '';
    this.forget(key);
    this.forgotten.delete(key);
    const stored = alternatives.length + text.length > MAX_CHARACTERS ? UNREAD_VALUE : alternatives + text;
    this.files.set(key, { text: stored, from: start });
    this.characters += stored.length;
    for (const oldest of this.files.keys()) {
      if (this.files.size <= MAX_FILES && this.characters <= MAX_CHARACTERS) break;
      this.forget(oldest);
      this.forgotten.add(oldest);
      if (this.forgotten.size > MAX_FORGOTTEN) this.forgotten.delete(this.forgotten.values().next().value!);
    }
  }

  append(path: string, text: string, folder?: string, start: readonly Invocation[] = []): void {
    // The earlier text is unknown; the appended text still runs with it.
    const previous = this.written(path, folder);
    const whole = path.includes(UNKNOWN_VALUE) ? text : (previous?.text ?? '') + text;
    this.write(path, whole, folder, [...(previous?.from ?? []), ...start].slice(-MAX_FROM));
  }

  written(path: string, folder?: string): WrittenText | undefined {
    const key = normalizePath(path, folder);
    if (key === undefined) return undefined;
    return this.files.get(key) ?? (this.forgotten.has(key) ? { text: UNREAD_VALUE, from: [] } : undefined);
  }

  /** Returns the texts of a file, of the files in a folder, or of those that a pattern names. */
  list(path: string, folder?: string): readonly string[] {
    const place = normalizePath(path, folder)?.replace(/\/(?:\.\.\.)?$/, '') ?? '';
    const pattern = place.includes('*') ? place : `${place}/*`;
    const files = place === '' ? [] : [...this.files.keys()].filter((key) => matchesWildcard(key, pattern));
    return [path, ...files.slice(0, MAX_LISTED)].flatMap((each) => this.written(each, folder)?.text ?? []);
  }

  private forget(key: string): void {
    this.characters -= this.files.get(key)?.text.length ?? 0;
    this.files.delete(key);
  }
}

/** Returns one name per file: folders and dots are resolved, as far as they are known. */
export function normalizePath(path: string, folder = ''): string | undefined {
  const whole = /^[/~]/.test(path) || folder === '' ? path : `${folder}/${path}`;
  return path === '' || path === UNKNOWN_VALUE ? undefined : posix.normalize(whole);
}
