/** What has to be known of a language to change a file in it without changing, or by changing, what it says. */
export interface Language {
  name: 'javascript' | 'python' | 'go' | 'java' | 'ruby' | 'shell' | 'c';
  /** How a comment is written that is valid in every dialect: C of 1989 knows no `//`. */
  comment: 'block' | 'hash';
}

const LANGUAGES: readonly [extensions: RegExp, language: Language][] = [
  [/\.[cm]?[jt]sx?$/, { name: 'javascript', comment: 'block' }],
  [/\.py$/, { name: 'python', comment: 'hash' }],
  [/\.go$/, { name: 'go', comment: 'block' }],
  [/\.(java|kt|kts|scala|groovy|cs|swift|dart)$/, { name: 'java', comment: 'block' }],
  [/\.(c|h|cc|cpp|cxx|hpp|rs)$/, { name: 'c', comment: 'block' }],
  [/\.rb$/, { name: 'ruby', comment: 'hash' }],
  [/\.(sh|bash|bats|ksh)$/, { name: 'shell', comment: 'hash' }],
];

/** The language of a file by its name; undefined where we know none. */
export function languageOf(path: string): Language | undefined {
  return LANGUAGES.find(([extensions]) => extensions.test(path))?.[1];
}
