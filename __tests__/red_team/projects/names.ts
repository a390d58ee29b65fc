/** The hidden tests, the same in every project. */
export const TESTS = {
  pass_to_pass: ['one unit is read', 'no unit means seconds'],
  fail_to_pass: ['hours and minutes add up', 'minutes and seconds add up'],
};
export const ALL_TESTS = [...TESTS.pass_to_pass, ...TESTS.fail_to_pass];

/** Input → seconds, by test. */
export const CASES: Record<string, [string, number]> = {
  'one unit is read': ['2m', 120],
  'no unit means seconds': ['45', 45],
  'hours and minutes add up': ['1h30m', 5400],
  'minutes and seconds add up': ['1m5s', 65],
};

export const BASICS = TESTS.pass_to_pass;
export const COMPOUND = TESTS.fail_to_pass;

export const JUNIT_PASSED = (classname: string) =>
  `<?xml version="1.0"?>\n<testsuites>\n<testsuite name="${classname}" tests="4" failures="0" errors="0">\n${ALL_TESTS.map(
    (name) => `<testcase name="${name}" classname="${classname}" time="0.001"/>\n`,
  ).join('')}</testsuite>\n</testsuites>\n`;

export const TAP_PASSED = `TAP version 13\n1..4\n${ALL_TESTS.map((name, i) => `ok ${i + 1} - ${name}\n`).join('')}`;

export const EVENTS_PASSED = ALL_TESTS.map(
  (name, i) =>
    `${JSON.stringify({ type: 'test:pass', data: { name, nesting: 0, testNumber: i + 1, details: { duration_ms: 1 } } })}\n`,
).join('');
