import { posix } from 'node:path';
import { type Deed, UNKNOWN, UNREAD } from '../deed.js';

const MAX_FILES = 1000;
/** Of so many more it is known that they were written, but not what. */
const MAX_FORGOTTEN = 10_000;
const MAX_CHARACTERS = 1024 * 1024;
/** Of so many, the last, it is known that the text is theirs. */
const MAX_FROM = 20;

interface Written {
  /** UNKNOWN stands for what is not known of it. */
  text: string;
  /** Whose output it is. */
  from: readonly Deed[];
}

const FORGOTTEN: Written = { text: UNREAD, from: [] };

/**
 * What was written to files, so that it can be read when it is run, or be known as somebody's output. The text of the
 * oldest is given up first: it counts as one that is not read to its end.
 */
export class WrittenFiles {
  private readonly files = new Map<string, Written>();
  private readonly forgotten = new Set<string>();
  private characters = 0;

  write(path: string, text: string, folder?: string, from: readonly Deed[] = []): void {
    const key = fileKey(path, folder);
    if (key === undefined) return;
    // Names that are not wholly known may be of more than one file.
    const others = key.includes(UNKNOWN) ? (this.files.get(key)?.text ?? '') : '';
    this.forget(key);
    this.forgotten.delete(key);
    const kept = others.length + text.length > MAX_CHARACTERS ? UNREAD : others + text;
    this.files.set(key, { text: kept, from });
    this.characters += kept.length;
    for (const oldest of this.files.keys()) {
      if (this.files.size <= MAX_FILES && this.characters <= MAX_CHARACTERS) break;
      this.forget(oldest);
      this.forgotten.add(oldest);
      if (this.forgotten.size > MAX_FORGOTTEN) this.forgotten.delete(this.forgotten.values().next().value!);
    }
  }

  append(path: string, text: string, folder?: string, from: readonly Deed[] = []): void {
    // What stood in it before is not known; what is added still runs with it.
    const before = this.written(path, folder);
    const whole = path.includes(UNKNOWN) ? text : (before?.text ?? '') + text;
    this.write(path, whole, folder, [...(before?.from ?? []), ...from].slice(-MAX_FROM));
  }

  read(path: string, folder?: string): string | undefined {
    return this.written(path, folder)?.text;
  }

  written(path: string, folder?: string): Written | undefined {
    const key = fileKey(path, folder);
    if (key === undefined) return undefined;
    return this.files.get(key) ?? (this.forgotten.has(key) ? FORGOTTEN : undefined);
  }

  private forget(key: string): void {
    this.characters -= this.files.get(key)?.text.length ?? 0;
    this.files.delete(key);
  }
}

/** One name per file: folders and dots resolved, as far as they are known. */
function fileKey(path: string, folder = ''): string | undefined {
  const whole = /^[/~]/.test(path) || folder === '' ? path : `${folder}/${path}`;
  return path === '' || path === UNKNOWN ? undefined : posix.normalize(whole);
}
