/** Syntax of a language as far as it is needed to change a file in it. */
export interface HiddenFileLanguage {
  name: 'javascript' | 'python' | 'go' | 'java' | 'ruby' | 'shell' | 'c';
  /** Style of comments that is valid in every dialect; C89 has no `//`. */
  comment: 'block' | 'hash';
}

const LANGUAGES: readonly [extensions: RegExp, language: HiddenFileLanguage][] = [
  [/\.[cm]?[jt]sx?$/, { name: 'javascript', comment: 'block' }],
  [/\.py$/, { name: 'python', comment: 'hash' }],
  [/\.go$/, { name: 'go', comment: 'block' }],
  [/\.(java|kt|kts|scala|groovy|cs|swift|dart)$/, { name: 'java', comment: 'block' }],
  [/\.(c|h|cc|cpp|cxx|hpp|rs)$/, { name: 'c', comment: 'block' }],
  [/\.rb$/, { name: 'ruby', comment: 'hash' }],
  [/\.(sh|bash|bats|ksh)$/, { name: 'shell', comment: 'hash' }],
];

/**
 * Detects the language of a file by its name.
 *
 * @returns undefined if it is unknown
 */
export function detectHiddenFileLanguage(path: string): HiddenFileLanguage | undefined {
  return LANGUAGES.find(([extensions]) => extensions.test(path))?.[1];
}
