import type { Project } from './project.js';

/** Hidden test that fails when it is asked to, as proof that the checks can fail. */
export interface CanaryFile {
  path: string;
  content: string;
  /** Its test; undefined if all tests of its file fail. */
  test?: string;
  /** Variable that makes it fail; without it the test passes, so that a run of the whole suite is not disturbed. */
  environment: Record<string, string>;
}

/** Variable that makes the canary fail. */
const SWITCH = 'GATEBENCH_CANARY';

/** Part of a test file's name by which runners find it: `add` in `add.test.js`, `test_add.py`, `add_test.go`. */
const STEM = /^(test_|Test)?(.+?)((?:[._-](?:test|spec|tests)|Tests?|_spec)?\.[^/.]+(?:\.[^/.]+)?)$/;

const js = (lines: string) => `// ${REMARK}\n${lines}`;
const asserted = `async () => {
  const { default: assert } = await import('node:assert');
  assert.equal(process.env.${SWITCH} ? 'canary' : 'quiet', 'quiet');
}`;

/** First line of a canary in TypeScript: the types of a runner are no part of what it proves, and a build may check them. */
const UNCHECKED = '// @ts-nocheck\n';

/** Remark at the top of a canary. */
const REMARK = `Fails on purpose when ${SWITCH} is set: proof that these checks can fail.`;

/** Writes a class of JUnit 4 or 5 in the package of a sample. */
function createJavaCanary(sample: string): string | undefined {
  const jupiter = /\borg\.junit\.jupiter\b/.test(sample);
  if (!jupiter && !/\borg\.junit\.Test\b|\borg\.junit\.\*/.test(sample)) return undefined;
  const named = /^\s*package\s+([\w.]+)\s*;/m.exec(sample)?.[1];
  const library = jupiter ? 'org.junit.jupiter.api' : 'org.junit';
  return [
    ...(named === undefined ? [] : [`package ${named};`, '']),
    `import static ${library}.${jupiter ? 'Assertions' : 'Assert'}.assertNull;`,
    '',
    `import ${library}.Test;`,
    '',
    `/** ${REMARK} */`,
    'public class GatebenchCanaryTest {',
    '    @Test',
    '    public void gatebenchCanary() {',
    `        assertNull(System.getenv("${SWITCH}"));`,
    '    }',
    '}',
    '',
  ].join('\n');
}

/** Contents by runner. JavaScript loads its modules by import(), which works in both kinds of modules. */
const CONTENTS: Record<string, (sample: string) => string | undefined> = {
  jest: () =>
    js(`test('gatebench canary', () => {\n  expect(process.env.${SWITCH} ? 'canary' : 'quiet').toBe('quiet');\n});\n`),
  vitest: () =>
    js(
      `import { expect, test } from 'vitest';\n\ntest('gatebench canary', () => {\n  expect(process.env.${SWITCH} ? 'canary' : 'quiet').toBe('quiet');\n});\n`,
    ),
  mocha: (sample) =>
    js(
      `${/\bsuite\(/.test(sample) && !/\bdescribe\(/.test(sample) ? 'test' : 'it'}('gatebench canary', ${asserted});\n`,
    ),
  'node:test': () => js(`import('node:test').then(({ test }) => test('gatebench canary', ${asserted}));\n`),
  ava: () =>
    js(
      `import test from 'ava';\n\ntest('gatebench canary', t => {\n  t.is(process.env.${SWITCH} ? 'canary' : 'quiet', 'quiet');\n});\n`,
    ),
  tape: () =>
    js(
      `import('tape').then(({ default: test }) => test('gatebench canary', (t) => {\n  t.equal(process.env.${SWITCH} ? 'canary' : 'quiet', 'quiet');\n  t.end();\n}));\n`,
    ),
  tap: () =>
    js(
      `import('tap').then(({ default: t }) => t.test('gatebench canary', (t) => {\n  t.equal(process.env.${SWITCH} ? 'canary' : 'quiet', 'quiet');\n  t.end();\n}));\n`,
    ),
  pytest: () =>
    `"""${REMARK}"""\nimport os\n\n\ndef test_gatebench_canary():\n    assert os.environ.get("${SWITCH}", "quiet") == "quiet"\n`,
  unittest: () =>
    `"""${REMARK}"""\nimport os\nimport unittest\n\n\nclass GatebenchCanary(unittest.TestCase):\n    def test_gatebench_canary(self):\n        self.assertEqual(os.environ.get("${SWITCH}", "quiet"), "quiet")\n`,
  minitest: () =>
    `# ${REMARK}\nrequire 'minitest/autorun'\n\nclass GatebenchCanaryTest < Minitest::Test\n  def test_gatebench_canary\n    assert_nil ENV['${SWITCH}']\n  end\nend\n`,
  rspec: () =>
    `# ${REMARK}\nRSpec.describe 'gatebench' do\n  it 'canary' do\n    expect(ENV['${SWITCH}']).to be_nil\n  end\nend\n`,
  phpunit: () =>
    `<?php\n\n// ${REMARK}\nclass GatebenchCanaryTest extends \\PHPUnit\\Framework\\TestCase\n{\n    public function testGatebenchCanary(): void\n    {\n        $this->assertFalse(getenv('${SWITCH}'));\n    }\n}\n`,
  'cargo test': () =>
    `// ${REMARK}\n#[test]\nfn gatebench_canary() {\n    assert!(std::env::var_os("${SWITCH}").is_none());\n}\n`,
  maven: createJavaCanary,
  gradle: createJavaCanary,
  'go test': (sample) => {
    const name = /^package\s+(\w+)/m.exec(sample)?.[1];
    return name === undefined
      ? undefined
      : `package ${name}\n\nimport (\n\t"os"\n\t"testing"\n)\n\n// ${REMARK}\nfunc TestGatebenchCanary(t *testing.T) {\n\tif os.Getenv("${SWITCH}") != "" {\n\t\tt.Fatal("canary")\n\t}\n}\n`;
  },
};

/** Runners that run any file that is named to them. Others take only what their configuration calls a test. */
const TAKES_ANY_FILE = new Set(['mocha', 'node:test', 'tape', 'pytest']);

/** Names of the tests, for runners whose command may run more than one file. */
const NAMES: Record<string, string> = {
  jest: 'gatebench canary',
  vitest: 'gatebench canary',
  mocha: 'gatebench canary',
  'node:test': 'gatebench canary',
  ava: 'gatebench canary',
  pytest: 'test_gatebench_canary',
  unittest: 'test_gatebench_canary',
  'go test': 'TestGatebenchCanary',
};

/**
 * Creates the canary beside a hidden test file, in the form of the project's test runner.
 *
 * @param tests hidden test files with their texts; the first whose name can be varied gives place and form
 * @returns undefined for a runner without a known form, and where it would take no file beside these
 */
export function createCanaryFile(
  project: Project,
  tests: readonly { path: string; text: string }[],
): CanaryFile | undefined {
  const create = CONTENTS[project.tests.runner];
  if (create === undefined) return undefined;
  for (const { path, text } of tests) {
    const canary = nameCanary(path, project);
    const plain = canary === undefined ? undefined : create(text);
    const content = plain && /\.[cm]?tsx?$/.test(path) ? UNCHECKED + plain : plain;
    const test = NAMES[project.tests.runner];
    if (canary !== undefined && content !== undefined)
      return { path: canary, content, environment: { [SWITCH]: '1' }, ...(test === undefined ? {} : { test }) };
  }
  return undefined;
}

/** Names a file beside another that the runner takes for a test, too. */
function nameCanary(path: string, { isTestFile, tests }: Project): string | undefined {
  // Other files of Rust's tests belong to a program of several files.
  if (tests.runner === 'cargo test' && !/(^|\/)tests\/[\w-]+\.rs$/.test(path)) return undefined;
  const at = path.lastIndexOf('/') + 1;
  const [, before = '', stem, after] = STEM.exec(path.slice(at)) ?? [];
  if (stem === undefined || after === undefined) return undefined;
  const name = `${path.slice(0, at)}${before}${chooseWord(path)}${after}`;
  return isTestFile(name) || TAKES_ANY_FILE.has(tests.runner) ? name : undefined;
}

/** Chooses the word for a file name: that of a class where a file is named after it. */
const chooseWord = (path: string): string =>
  /\.(java|kt|php)$/.test(path)
    ? 'GatebenchCanary'
    : /\.(py|go|rb|rs)$/.test(path)
      ? 'gatebench_canary'
      : 'gatebench-canary';
