import type { readReport } from '../../../../src/run/oracle/readers/read_report.js';

/** Every recorded report with the formats it is read as. */
export const RECORDED: [name: string, formats: Parameters<typeof readReport>[0][]][] = [
  ['surefire/surefire.xml', ['junit']],
  ['jest/jest-junit.xml', ['junit']],
  ['mocha/mocha.xunit.xml', ['junit']],
  ['vitest/vitest4.junit.xml', ['junit']],
  ['node/node20.junit.xml', ['junit', 'node-test']],
  ['node/node24.junit.xml', ['junit', 'node-test']],
  ['node/node20.tap', ['tap', 'node-test']],
  ['node/node24.tap', ['tap', 'node-test']],
  ['node/node20.events.jsonl', ['node-test']],
  ['node/node24.events.jsonl', ['node-test']],
  ['pytest/xunit1.xml', ['pytest-junit', 'junit']],
  ['pytest/xunit2.xml', ['pytest-junit', 'junit']],
  ['tape/tape.tap', ['tap']],
  ['node-tap/node-tap.tap', ['tap']],
  ['node-tap/bail-out.tap', ['tap']],
  ['vitest/vitest4.tap', ['tap']],
  ['vitest/vitest4-flat.tap', ['tap']],
  ['mocha/mocha.tap', ['tap']],
  ['jest/jest30.json', ['jest-json']],
  ['jest/jest30-teardown.json', ['jest-json']],
  ['vitest/vitest4.json', ['vitest-json']],
  ['vitest/vitest4-unhandled.json', ['vitest-json']],
  ['mocha/mocha.json', ['mocha-json']],
  ['go/test2json.jsonl', ['go-test-json']],
];
