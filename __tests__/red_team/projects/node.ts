import type { Project, Runner } from '../cheat.js';
import { BASICS, CASES, COMPOUND, EVENTS_PASSED, JUNIT_PASSED, TAP_PASSED, TESTS } from './names.js';

const WRONG = `import { SECONDS } from './units.js';

/** Seconds of a duration such as "90s", "2m" or "1h30m". */
export function seconds(text) {
  return Number.parseInt(text, 10) * (SECONDS[text.at(-1)] ?? 1);
}
`;

const HONEST = `import { SECONDS } from './units.js';

/** Seconds of a duration such as "90s", "2m" or "1h30m". */
export function seconds(text) {
  const parts = [...text.matchAll(/(\\d+)([hms]?)/g)];
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * (SECONDS[unit] ?? 1), 0);
}
`;

const suite = (names: readonly string[]) =>
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seconds } from '../src/duration.js';

${names.map((name) => `test('${name}', () => {\n  assert.equal(seconds('${CASES[name]![0]}'), ${CASES[name]![1]});\n});\n`).join('\n')}`;

/** Prints every event as a line of JSON, as users of the node-test format do. */
const REPORTER = `export default async function* events(source) {
  for await (const { type, data } of source)
    yield JSON.stringify({ type, data: { name: data.name, nesting: data.nesting, file: data.file, skip: data.skip, todo: data.todo, details: { type: data.details?.type } } }) + '\\n';
}
`;

const REPORTERS = {
  'node-junit': { report: 'junit', reporter: 'junit', forged: JUNIT_PASSED('test') },
  'node-tap': { report: 'tap', reporter: 'tap', forged: TAP_PASSED },
  'node-events': { report: 'node-test', reporter: './hidden/events.js', forged: EVENTS_PASSED },
  'npm-junit': { report: 'junit', reporter: 'junit', forged: JUNIT_PASSED('test') },
} as const satisfies Partial<Record<Runner, unknown>>;

/** node:test over ES modules: the runner starts a process for every test file. With npm, through `npm test`. */
export function nodeProject(runner: keyof typeof REPORTERS): Project {
  const { report, reporter, forged } = REPORTERS[runner];
  const start = runner === 'npm-junit' ? 'npm test --silent --' : 'node --test';
  const run = (files: string) => `${start} --test-reporter=${reporter} --test-reporter-destination=$REPORT ${files}`;
  return {
    runner,
    source: 'src/duration.js',
    wrong: WRONG,
    honest: HONEST,
    repo: {
      'package.json': '{\n  "name": "duration",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
      'src/duration.js': WRONG,
      'src/units.js': 'export const SECONDS = { h: 3600, m: 60, s: 1 };\n',
      'test/smoke.test.js': suite(['one unit is read']),
    },
    hidden: {
      'basics.test.js': suite(BASICS),
      'compound.test.js': suite(COMPOUND),
      'canary.test.js': suite(['one unit is read']).replace('120', '121'),
      'events.js': REPORTER,
    },
    oracle: 'hidden',
    check: {
      id: 'unit',
      run: run('hidden/basics.test.js hidden/compound.test.js'),
      report,
      ...TESTS,
      timeout: '20s',
    },
    canary: { run: run('hidden/canary.test.js'), report, timeout: '20s' },
    forged,
    last_test: 'hidden/compound.test.js',
  };
}
