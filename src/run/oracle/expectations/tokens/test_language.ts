/** Languages of test files in which expectations are found. */
export type TestLanguage =
  | 'javascript'
  | 'python'
  | 'go'
  | 'java'
  | 'kotlin'
  | 'csharp'
  | 'rust'
  | 'c'
  | 'ruby'
  | 'php'
  | 'shell';

const TEST_LANGUAGES: readonly [extensions: RegExp, language: TestLanguage][] = [
  [/\.[cm]?[jt]sx?$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.go$/, 'go'],
  [/\.(java|groovy)$/, 'java'],
  [/\.(kt|kts|scala|swift|dart)$/, 'kotlin'],
  [/\.cs$/, 'csharp'],
  [/\.rs$/, 'rust'],
  [/\.(c|h|cc|cpp|cxx|hpp|hh)$/, 'c'],
  [/\.rb$/, 'ruby'],
  [/\.(php|phpt)$/, 'php'],
  [/\.(sh|bash|bats|ksh|t)$/, 'shell'],
];

/**
 * Detects the language of a test file by its name.
 *
 * @returns undefined if no reader supports it
 */
export function detectTestLanguage(path: string): TestLanguage | undefined {
  return TEST_LANGUAGES.find(([extensions]) => extensions.test(path))?.[1];
}

/** Tells whether a value of another type in an assertion can keep a file from loading. */
export const isTypeCheckedLanguage = (language: TestLanguage) =>
  ['go', 'java', 'kotlin', 'csharp', 'rust', 'c'].includes(language);
