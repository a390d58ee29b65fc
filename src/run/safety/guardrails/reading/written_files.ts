import { posix } from 'node:path';
import { UNKNOWN } from '../deed.js';

const MAX_FILES = 200;
const MAX_CHARACTERS = 1024 * 1024;

/**
 * What was written to files with known text, so that it can be read when it is run. The oldest is forgotten first; a forgotten
 * file is one whose text is not known.
 */
export class WrittenFiles {
  private readonly texts = new Map<string, string>();
  private characters = 0;

  write(path: string, text: string, folder?: string): void {
    const key = fileKey(path, folder);
    if (key === undefined) return;
    this.forget(key);
    if (text.length > MAX_CHARACTERS) return;
    this.texts.set(key, text);
    this.characters += text.length;
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= MAX_FILES && this.characters <= MAX_CHARACTERS) break;
      this.forget(oldest);
    }
  }

  append(path: string, text: string, folder?: string): void {
    // What stood in it before is not known; what is added still runs with it.
    this.write(path, (this.read(path, folder) ?? '') + text, folder);
  }

  read(path: string, folder?: string): string | undefined {
    const key = fileKey(path, folder);
    return key === undefined ? undefined : this.texts.get(key);
  }

  private forget(key: string): void {
    this.characters -= this.texts.get(key)?.length ?? 0;
    this.texts.delete(key);
  }
}

/** One name per file: folders and dots resolved, as far as they are known. */
function fileKey(path: string, folder = ''): string | undefined {
  const whole = /^[/~]/.test(path) || folder === '' ? path : `${folder}/${path}`;
  return path === '' || whole.includes(UNKNOWN) ? undefined : posix.normalize(whole);
}
