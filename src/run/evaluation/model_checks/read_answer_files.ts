import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isAnswerPattern, type ModelCheck } from '../../../contract/checks/check.js';
import { createPathMatcher } from '../../../project/parsing/create_path_matcher.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { AnswerFileState } from '../../../record/events/model_payloads.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { lstatIfPresent, toBytePath } from '../../../workspace/git/run_git.js';

/** Answer file as the event has it; `text` if it was read. */
export type AnswerFile = EventPayload<'model_check'>['files'][number] & { text?: string };

/** Most files of one answer. */
const MAX_FILES = 50;

/**
 * Reads the answer files of a check from a workspace, as bounded data and never through a link. Nothing may run in the
 * workspace meanwhile.
 *
 * @param changed files that the patch adds or changes: paths as latin-1 strings, one character per byte
 */
export function readAnswerFiles(
  { files, max_bytes }: Pick<ModelCheck, 'files' | 'max_bytes'>,
  root: string,
  changed: readonly string[],
): AnswerFile[] {
  const paths = new Set<string>();
  const missing: AnswerFile[] = [];
  for (const name of files) {
    const fitting = isAnswerPattern(name) ? changed.filter(createChangedFileMatcher(name)) : [toDiskPath(name)];
    if (fitting.length === 0) missing.push(createUnreadFile(name, 'missing'));
    for (const path of fitting) paths.add(path);
  }
  const sorted_paths = [...paths].sort();
  if (sorted_paths.length > MAX_FILES) return [...missing, createUnreadFile(files.join(' '), 'too-many')];
  let left = max_bytes;
  const read = sorted_paths.map((path): AnswerFile => {
    const file = readAnswerFile(root, path, left);
    left -= file.bytes ?? 0;
    // A file that only a pattern names may be empty.
    return file.text?.trim() === '' && files.includes(file.path) ? { ...withoutText(file), state: 'empty' } : file;
  });
  return [...missing, ...read];
}

function createChangedFileMatcher(pattern: string): (path: string) => boolean {
  const matches = createPathMatcher([pattern]);
  // Wildcards fit no line breaks, and a file must not hide behind one.
  return (path) => matches(toShownPath(path).replace(/[\n\r\u2028\u2029]/g, '_'));
}

function readAnswerFile(root: string, path: string, most_bytes: number): AnswerFile {
  const shown = toShownPath(path);
  const parents = path.split('/').slice(0, -1);
  if (parents.some((_, at) => lstatIfPresent(root, parents.slice(0, at + 1).join('/'))?.isSymbolicLink()))
    return createUnreadFile(shown, 'not-a-file');
  const stat = lstatIfPresent(root, path);
  if (!stat) return createUnreadFile(shown, 'missing');
  if (!stat.isFile()) return createUnreadFile(shown, 'not-a-file');
  const fd = openSync(toBytePath(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(fd);
    if (size > most_bytes) return createUnreadFile(shown, 'too-large', size);
    const content = Buffer.alloc(size);
    const bytes = content.subarray(0, readSync(fd, content, 0, size, 0));
    const text = decodeText(bytes);
    if (text === undefined) return createUnreadFile(shown, 'not-text', bytes.length);
    return { path: shown, state: 'read', bytes: bytes.length, sha256: sha256(bytes), text };
  } finally {
    closeSync(fd);
  }
}

/** Decodes UTF-8. @returns undefined for anything else, and for text with a NUL character */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

const createUnreadFile = (path: string, state: AnswerFileState, bytes: number | null = null): AnswerFile => ({
  path,
  state,
  bytes,
  sha256: null,
});

/** Returns an answer file as the event has it. */
export const withoutText = ({ text: _, ...file }: AnswerFile): AnswerFile => file;

const toDiskPath = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
const toShownPath = (path: string) => Buffer.from(path, 'latin1').toString('utf8');
