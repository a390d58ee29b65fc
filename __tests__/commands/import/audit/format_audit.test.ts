import type { AuditedTask } from '../../../../src/commands/import/audit/audit_contract.js';
import { formatAudit, renderAudit } from '../../../../src/commands/import/audit/format_audit.js';

const audited = (id: string, more: Partial<AuditedTask>): AuditedTask => ({
  ...{ id, class: 'holds', verdict: 'proven', step: null, reason: '', strength: 8, mutants: { killed: 2, decided: 2 } },
  ...{ defects: [], quarantined: 0, wall_ms: 1000 },
  ...more,
});
const AUDIT = [
  audited('a-1', {}),
  audited('a-2', { strength: null, strength_reason: 'no expectation of a required test can be varied' }),
  audited('a-3', {
    ...{ class: 'flaky', verdict: 'refuted', step: 'flakiness', reason: 'one run differs', strength: null },
    defects: [{ check: 'tests', test: 'adds | late', defect: 'flaky', golden: '2/3', base: '0/3' }],
  }),
];
const ROWS = [
  ...AUDIT.map(({ id }) => ({ place: `rows.jsonl:${id}`, id, state: 'written' as const, notes: [] })),
  { place: 'rows.jsonl:9', state: 'rejected' as const, reason: 'there is no patch', notes: [] },
];

it('tells the maintainers of a benchmark what holds, how strong it is, what to mend, and which rows are none', () => {
  const text = renderAudit('swe-bench', ROWS, AUDIT).replaceAll('&#95;', '_');
  expect(text).toContain('4 tasks read, 1 rejected, 3 proven or tried: 2 hold');
  expect(text).toContain('strength 8 to 8 bits, median 8, none in 1');
  expect(text).toContain('none: no expectation of a required test can be varied');
  expect(text).toMatch(/the same files pass and fail\. Leave the tests of the last column out/);
  expect(text).toMatch(/a-3 \| flakiness \| one run differs .*adds.*2\/3 with the reference, 0\/3 without/);
  expect(text).toContain('there is no patch');
  // A name from somebody's report ends no cell.
  expect(text).not.toContain('adds | late');
});

it('prints one line for each class', () => {
  expect(formatAudit(AUDIT).slice(1)).toEqual([
    expect.stringMatching(/^2 of 3 contracts hold \(66/),
    expect.stringMatching(/^ +2 {2}holds: /),
    expect.stringMatching(/^ +1 {2}flaky: /),
  ]);
});
