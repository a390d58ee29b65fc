/** Names by which runners of JavaScript find test files, and the folder whose files all are tests. */
const SCRIPT_TESTS = /(^|\/)(__tests__\/.*|[^/]*[.-](test|spec)|[^/]*_test|test-[^/]*|tests?)\.[cm]?[jt]sx?$/;

/** Names by which runners of any language find test files. */
const TEST_FILES = [
  SCRIPT_TESTS,
  // duration.test.ts, duration_test.go, duration-spec.rb, tests.py; in C also unittest.c
  /(^|[/._-])(unit)?(tests?|specs?)\.\w+$/i,
  // test_duration.py, test-duration.js
  /(^|\/)test[_-][^/]*\.\w+$/i,
  // DurationTest.java, TestDuration.java, DurationIT.java, DurationTests.cs
  /(^|\/|[a-z0-9_])(Tests?|TestCase|IT)\.(java|kt|scala|groovy|cs|fs|vb|php|swift|mm?|cc|cpp|cxx)$/,
  /(^|\/)Test[A-Z0-9][^/]*\.(java|kt|scala|groovy)$/,
  /(Specs?|Facts)\.(cs|fs|vb)$/,
  /(\.cy\.[cm]?[jt]sx?|\.bats|\.feature|\.t)$/,
];

/** Folders whose files only support tests, in any language. */
const SUPPORT_FOLDERS = [
  /(^|\/)(tests?|specs?|__tests?__|__mocks__|__fixtures__|__snapshots__|tap-snapshots|fixtures?)\//i,
  /(^|\/)test[-_]?(data|files|support|helpers?|utils?|fixtures?|resources?|suites?|cases?)\//i,
  /(^|\/)(unit|integration|functional|acceptance|e2e)[-_]?tests?\//i,
  /(^|\/)(src\/\w+Test|[\w.]+\.(Unit|Integration)?Tests?|internal\/test[^/]*)\//,
];
const SUPPORT_FILES = [
  /(\.snap|\.test-d\.tsx?|(^|\/)conftest\.py|(^|\/)\.rspec)$/i,
  /(^|\/)((jest|vitest|test)[.-]setup|setup-?tests?|(test|spec)[-_](helpers?|utils?|support))\.\w+$/i,
];

/**
 * Tells whether a path is a test, or only supports tests, by names that are usual in every ecosystem: the one answer
 * where nothing is known of the repository's runner.
 */
export function isTestPath(path: string): boolean {
  return TEST_FILES.some((pattern) => pattern.test(path)) || isTestSupportPath(path);
}

/** Tells whether a path looks like a file that only supports tests, by names that are usual in every ecosystem. */
export function isTestSupportPath(path: string): boolean {
  return [...SUPPORT_FOLDERS, ...SUPPORT_FILES].some((pattern) => pattern.test(path));
}

/** Tells whether a path has a name by which most runners of JavaScript find tests. */
export function isUsualScriptTest(path: string): boolean {
  return SCRIPT_TESTS.test(path);
}

/** Tells whether a file has a word for a test in its name, whatever it is: looser than the names that runners look for. */
export function hasTestWord(path: string): boolean {
  return /(^|[^a-z])(tests?|specs?|checks?)([^a-z]|$)/i.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Tells whether a program that is run by its path tests something, by the words of the path. */
export function isTestProgram(path: string): boolean {
  return /(?:^|[/._-])(?:run_?)?(?:tests?|specs?|runtests)(?:[/._-]|$)|(?:^|\/)test/i.test(path);
}

/** Tells whether a file has the plainest name of a test: stricter than `isTestPath`, for runners of which nothing is known. */
export function isPlainTestName(path: string): boolean {
  return /(?:^|\/)(?:tests?|spec|test_[^/]+|[^/]+[._-](?:tests?|spec))\.\w+$/.test(path);
}
