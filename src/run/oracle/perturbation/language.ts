/** What has to be known of a language to change a file in it without changing, or by changing, what it says. */
export interface Language {
  name: 'javascript' | 'python' | 'go' | 'java' | 'ruby' | 'shell' | 'c';
  /** Begins a comment that ends with the line. */
  comment: '//' | '#';
}

const LANGUAGES: readonly [extensions: RegExp, language: Language][] = [
  [/\.[cm]?[jt]sx?$/, { name: 'javascript', comment: '//' }],
  [/\.py$/, { name: 'python', comment: '#' }],
  [/\.go$/, { name: 'go', comment: '//' }],
  [/\.(java|kt|kts|scala|groovy|cs|swift|dart)$/, { name: 'java', comment: '//' }],
  [/\.(c|h|cc|cpp|cxx|hpp|rs)$/, { name: 'c', comment: '//' }],
  [/\.rb$/, { name: 'ruby', comment: '#' }],
  [/\.(sh|bash|bats|ksh)$/, { name: 'shell', comment: '#' }],
];

/** The language of a file by its name; undefined where we know none. */
export function languageOf(path: string): Language | undefined {
  return LANGUAGES.find(([extensions]) => extensions.test(path))?.[1];
}
