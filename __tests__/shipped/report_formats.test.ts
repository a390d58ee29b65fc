// Needs: sandbox
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_FORMATS, type ReportFormat } from '../../src/contract/checks/check.js';
import { cleanUp, givenRoom } from '../given.js';
import { type ContractInput, givenShellTask } from '../given_task.js';
import { readResults, runBuilt } from './start_built.js';

/**
 * Every report format in attempts of one process: each check copies a report that a runner wrote. What else readers make of reports is
 * tested in `run/oracle/readers`.
 */

afterAll(cleanUp);

type AcceptanceCheck = ContractInput['acceptance'][number];

/** Recorded report of each format, with a test that passed in it and one that failed. */
const RECORDED: Record<Exclude<ReportFormat, 'exit-code' | 'log'>, [file: string, passed: string, failed: string]> = {
  junit: ['surefire/surefire.xml', 'slides', 'doesNotDrop'],
  'pytest-junit': ['pytest/xunit2.xml', 'test_allows', 'test_refuses'],
  tap: ['node/node24.tap', 'allows the first request', 'refuses the sixth request'],
  'jest-json': ['jest/jest30.json', 'allows the first request', 'refuses the sixth request'],
  'vitest-json': ['vitest/vitest4.json', 'allows the first request', 'refuses the sixth request'],
  'mocha-json': ['mocha/mocha.json', 'allows the first request', 'refuses the sixth request'],
  'node-test': ['node/node24.events.jsonl', 'allows the first request', 'refuses the sixth request'],
  'go-test-json': ['go/test2json.jsonl', 'TestSlides', 'TestBoundary/a/b'],
};
const CARGO_LOG = 'running 2 tests\ntest window::slides ... ok\ntest window::drops ... FAILED\n';

/** Checks of all formats which require a test that passed, or one that failed. */
function givenChecks(required: 'passed' | 'failed'): AcceptanceCheck[] {
  const isPassed = required === 'passed';
  const recorded = Object.entries(RECORDED).map(([format, [file, passed, failed]]) => ({
    id: format,
    run: `cat hidden/${file} > "$REPORT"; exit 1`,
    report: format as ReportFormat,
    fail_to_pass: [isPassed ? passed : failed],
  }));
  return [
    { id: 'exit-code', run: isPassed ? 'true' : 'false' },
    ...recorded,
    {
      id: 'log',
      run: 'cat hidden/cargo.log > "$REPORT"; exit 101',
      report: 'log',
      log: 'cargo',
      fail_to_pass: [isPassed ? 'window::slides' : 'window::drops'],
    },
  ];
}

describe('a check of every report format, run by the command line that ships', () => {
  let outcomes: Record<string, Record<string, string>>;
  beforeAll(async () => {
    const room = givenRoom();
    const reports = Object.values(RECORDED).map(([file]) => [
      file,
      readFileSync(join(import.meta.dirname, '../fixtures/reports', file), 'utf8'),
    ]);
    const hidden = { ...Object.fromEntries(reports), 'cargo.log': CARGO_LOG };
    for (const required of ['passed', 'failed'] as const)
      await givenShellTask(room, required, { hidden, contract: { acceptance: givenChecks(required) } });
    const { code } = await runBuilt(room, ['run', 'passed', 'failed', '--agent', 'golden', '--cache', 'cache']);
    const results = readResults(join(room, 'gatebench-out'));
    expect([code, results.map(({ contract, verdict }) => `${contract.id}: ${verdict.status}`)]).toEqual([
      1,
      ['failed: failure', 'passed: success'],
    ]);
    outcomes = Object.fromEntries(
      results.map(({ contract, verdict }) => [
        contract.id,
        Object.fromEntries(verdict.checks.map(({ check, outcome }) => [check, outcome])),
      ]),
    );
  });

  it.each(REPORT_FORMATS)('%s: passes where the required test passed, and fails where it failed', (format) => {
    expect([outcomes.passed![format], outcomes.failed![format]]).toEqual(['pass', 'fail']);
  });
});
