/** Folders whose files only support tests, in any language. */
const SUPPORT_FOLDERS = [
  /(^|\/)(tests?|specs?|__tests?__|__mocks__|__fixtures__|__snapshots__|tap-snapshots|fixtures?)\//i,
  /(^|\/)test[-_]?(data|files|support|helpers?|utils?|fixtures?|resources?|suites?|cases?)\//i,
];
const SUPPORT_FILES = [
  /(\.snap|\.test-d\.tsx?|(^|\/)conftest\.py)$/i,
  /(^|\/)((jest|vitest|test)[.-]setup|setup-?tests?|test[-_](helpers?|utils?|support))\.\w+$/i,
];

/** Tells whether a path looks like a file that only supports tests, by names that are usual in every ecosystem. */
export function isTestSupportPath(path: string): boolean {
  return [...SUPPORT_FOLDERS, ...SUPPORT_FILES].some((pattern) => pattern.test(path));
}
