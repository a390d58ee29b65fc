import { posix } from 'node:path';

/** Language of source files, with the syntax that is needed to read and change files without a parser. */
export interface SourceLanguage {
  name: 'javascript' | 'python' | 'shell' | 'c' | 'rust' | 'go' | 'java' | 'ruby' | 'perl' | 'awk' | 'other';
  /** Sign of a comment up to the end of the line. */
  comment: '//' | '#' | '--';
  /** Comment that is valid in every dialect, C89 included; absent where that was not looked into. */
  remark?: 'block' | 'hash';
}

/** Languages of one syntax: endings of files, and interpreters that a first line names. */
const LANGUAGES: readonly [language: SourceLanguage, endings: string, interpreters?: string][] = [
  [{ name: 'javascript', comment: '//', remark: 'block' }, 'js mjs cjs jsx ts mts cts tsx', 'node'],
  [{ name: 'python', comment: '#', remark: 'hash' }, 'py', 'python'],
  [{ name: 'shell', comment: '#', remark: 'hash' }, 'sh bash dash ksh bats', 'sh bash dash ksh'],
  [{ name: 'c', comment: '//', remark: 'block' }, 'c cc cpp cxx h hpp'],
  [{ name: 'rust', comment: '//', remark: 'block' }, 'rs'],
  [{ name: 'go', comment: '//', remark: 'block' }, 'go'],
  [{ name: 'java', comment: '//', remark: 'block' }, 'java kt kts scala groovy cs swift dart'],
  [{ name: 'ruby', comment: '#', remark: 'hash' }, 'rb', 'ruby'],
  [{ name: 'perl', comment: '#' }, 'pl pm', 'perl'],
  [{ name: 'awk', comment: '#' }, 'awk', 'awk'],
  [{ name: 'other', comment: '--' }, 'lua sql hs'],
  [{ name: 'other', comment: '#' }, 'r jl ex exs nim'],
];
const mapWords = (column: 1 | 2) =>
  new Map(LANGUAGES.flatMap((row) => (row[column] ?? '').split(' ').map((word) => [word, row[0]] as const)));
const BY_ENDING = mapWords(1);
const BY_INTERPRETER = mapWords(2);
const INTERPRETER = /^#!.*?\b(node|python|bash|dash|ksh|sh|ruby|perl|awk)(?:\b|\d)/;

/**
 * Detects the language of a file by the ending of its name, or by its first line where the ending says nothing.
 *
 * @param content text of the file, or its beginning
 * @returns undefined for anything that is not known code
 */
export function detectSourceLanguage(path: string, content = ''): SourceLanguage | undefined {
  const ending = posix.extname(path).slice(1).toLowerCase();
  return BY_ENDING.get(ending) ?? BY_INTERPRETER.get(INTERPRETER.exec(content)?.[1] ?? 'none');
}

/** Tells whether a path is prose, which no check is expected to cover. */
export function isProsePath(path: string): boolean {
  return /\.(md|markdown|rst|txt|adoc)$|(^|\/)(LICENSE|CHANGELOG|AUTHORS|NOTICE)\b/i.test(path);
}
