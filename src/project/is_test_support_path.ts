/** Folders whose files only support tests, in any language. */
const SUPPORT_FOLDER =
  /(^|\/)(tests?|specs?|__tests?__|__mocks__|__fixtures__|__snapshots__|tap-snapshots|fixtures?|test[-_]?(data|files|support|helpers?|utils?|fixtures?|resources?|suites?|cases?))\//i;
const SUPPORT_FILE =
  /(\.snap|\.test-d\.tsx?|(^|\/)(conftest\.py|(jest|vitest|test)[.-]setup\.\w+|setup-?tests?\.\w+|test[-_](helpers?|utils?|support)\.\w+))$/i;

/** Tells whether a path looks like a file that only supports tests, by names that are usual in every ecosystem. */
export function isTestSupportPath(path: string): boolean {
  return SUPPORT_FOLDER.test(path) || SUPPORT_FILE.test(path);
}
