import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { createCsvTable } from '../../../src/publish/formats/create_csv_table.js';
import { createJunitCollector } from '../../../src/publish/formats/create_junit_collector.js';
import { createSarifCollector } from '../../../src/publish/formats/create_sarif_collector.js';
import type { ExportRow } from '../../../src/publish/formats/export_row.js';
import { renderBadge } from '../../../src/publish/formats/render_badge.js';
import { toAttemptRow } from '../../../src/publish/report/view/attempt_row.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { type Given, givenResult } from '../given_results.js';

const givenEntry = (given: Given, failures: ExportRow['failures'] = []): ExportRow => ({
  row: toAttemptRow(givenResult(given), false),
  failures,
});

const FAILED = givenEntry({ gates: 'ppfp', status: 'failure', why: '1 of 3 tests failed', attempt: 'b', trial: 2 }, [
  { check: 'unit', test: 'adds > two', message: 'expected 4, got 5', place: { path: 'src/add.js', line: 7 } },
]);

const { DOMParser } = new JSDOM().window;

function renderJunit(...entries: ExportRow[]) {
  const collector = createJunitCollector();
  entries.forEach(collector.add);
  return new DOMParser().parseFromString(collector.render('night'), 'text/xml');
}

/** Run of a SARIF log as these tests read it. */
interface SarifRun {
  tool: { driver: { rules: { id: string }[] } };
  results: {
    ruleId: string;
    locations: [{ physicalLocation: { artifactLocation: { uri: string }; region?: { startLine: number } } }];
    partialFingerprints: object;
  }[];
}

function renderSarif(...entries: ExportRow[]): SarifRun {
  const collector = createSarifCollector();
  entries.forEach(collector.add);
  return JSON.parse(collector.render('1.2.3')).runs[0];
}

describe('JUnit', () => {
  it('has a suite for each agent at a task, and a test case for each attempt', () => {
    const document = renderJunit(
      givenEntry({ attempt: 'a' }),
      FAILED,
      givenEntry({ attempt: 'c', status: 'invalid', gates: '----', reason: 'the sandbox did not start' }),
    );
    const suite = document.querySelector('testsuite')!;
    expect(['tests', 'failures', 'errors', 'skipped'].map((name) => suite.getAttribute(name))).toEqual([
      '3',
      '1',
      '1',
      '0',
    ]);
    expect(document.documentElement.getAttribute('name')).toBe('night');
    const failure = document.querySelector('failure')!;
    expect(failure.getAttribute('message')).toBe('1 of 3 tests failed');
    expect(failure.textContent).toContain('src/add.js:7 adds > two\nexpected 4, got 5');
    expect(document.querySelector('error')!.getAttribute('message')).toBe('the sandbox did not start');
  });

  it('skips a baseline that fails, as it should', () => {
    const { row } = FAILED;
    const contract = { ...row.result.contract, has_golden: true };
    const noop = { ...row, result: { ...row.result, contract, agent: { kind: 'noop', name: 'noop' } } };
    const suite = renderJunit({ row: noop, failures: [] }).querySelector('testsuite');
    expect(['failures', 'skipped'].map((name) => suite?.getAttribute(name))).toEqual(['0', '1']);
  });

  it('stays well-formed whatever agents and tests are called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (agent, message) => {
        const entry = givenEntry({ agent, gates: 'ppfp', status: 'failure', why: message }, [
          { check: 'unit', test: agent, message },
        ]);
        const document = renderJunit(entry);
        expect(document.querySelectorAll('testcase')).toHaveLength(1);
        expect(document.querySelector('parsererror')).toBeNull();
      }),
      { numRuns: 60 },
    );
  });
});

describe('SARIF', () => {
  it('puts a failed test at its line, and a check without tests at the contract', () => {
    const build = givenEntry({
      attempt: 'd',
      path: 'tasks/add/contract.yml',
      gates: 'pf-p',
      status: 'failure',
      why: 'lint: exit status 1',
      checks: [{ check: 'lint', kind: 'build', outcome: 'fail', reached: true, why: 'exit status 1' }],
    });
    const run = renderSarif(FAILED, build);
    const places = run.results.map((result) => [
      result.ruleId,
      result.locations[0].physicalLocation.artifactLocation.uri,
      result.locations[0].physicalLocation.region?.startLine,
    ]);
    expect(places).toContainEqual(['test/unit', 'src/add.js', 7]);
    expect(places).toContainEqual(['check/lint', 'tasks/add/contract.yml', 1]);
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(expect.arrayContaining(['test/unit', 'check/lint']));
  });

  it('gives the same fault of two attempts the same fingerprint', () => {
    const again = { ...FAILED, row: { ...FAILED.row, attempt_id: 'z', trial: 9 } };
    const run = renderSarif(FAILED, again);
    const prints = run.results.filter((one) => one.ruleId === 'test/unit').map((one) => one.partialFingerprints);
    expect(prints[0]).toEqual(prints[1]);
  });

  it('leads no finding out of the repository', () => {
    const finding = { rule: 'x', severity: 'warning' as const, message: 'm', evidence: [{ file: '../../etc/passwd' }] };
    const run = renderSarif(givenEntry({ findings: [finding], path: 'tasks/t/contract.yml' }));
    expect(run.results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe('tasks/t/contract.yml');
  });

  it('holds nothing of baselines', () => {
    const noop = givenEntry({ gates: 'ppfp', status: 'failure' });
    const row = { ...noop.row, result: { ...noop.row.result, agent: { kind: 'noop', name: 'noop' } } };
    expect(renderSarif({ ...noop, row }).results).toEqual([]);
  });
});

describe('CSV', () => {
  it('is read back field by field, and holds no formula', () => {
    fc.assert(
      fc.property(fc.string(), (why) => {
        const entry = givenEntry({ gates: 'ppfp', status: 'failure', why, cost: null });
        const table = createCsvTable();
        table.add(entry.row);
        const [line] = parse(table.render(), { columns: true }) as Record<string, string>[];
        expect([line!.status, line!.G3, line!.cost_usd]).toEqual(['failure', 'fail', '']);
        expect(line!.why!.replace(/^'/, '')).toBe(entry.row.why.replace(/^'/, ''));
        expect(line!.why).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

describe('badge', () => {
  const view = createReportViewFromResults([givenResult({ attempt: 'a' }), FAILED.row.result], {
    fail_on: 'gates',
    missing: [],
    harness: { version: '1.2.3' },
    suite: 'night <b>',
  });

  it('says what passed, as JSON and as a picture', () => {
    expect(JSON.parse(renderBadge(view, 'json'))).toEqual({
      schemaVersion: 1,
      label: 'night <b>',
      message: '1 of 2 passed',
      color: 'red',
    });
    const picture = new DOMParser().parseFromString(renderBadge(view, 'svg'), 'image/svg+xml');
    expect(picture.querySelector('title')!.textContent).toBe('night <b>: 1 of 2 passed');
  });
});
