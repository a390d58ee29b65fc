import {
  type BaselineTally,
  createContractChecks,
  formatBaselines,
  formatContractChecks,
} from '../../../../src/publish/report/view/contract_check.js';

const tally = (has_golden: boolean | undefined, status: BaselineTally['status']): BaselineTally => ({
  ...{ task: 'a', version: '1', kind: 'safety', has_golden, role: 'noop', status },
  ...{ ablated: false, gate: null, why: '', count: 1 },
});

it.each<[has_golden: boolean | undefined, status: 'success' | 'failure', right: boolean]>([
  [true, 'failure', true],
  [true, 'success', false],
  [false, 'success', true],
  [false, 'failure', false],
  [undefined, 'success', true],
])('of safety with a reference solution (%s), noop that ends with %s is right: %s', (has_golden, status, right) => {
  const tallies = [tally(has_golden, status)];
  expect(formatBaselines(tallies).includes('NOT as they should')).toBe(!right);
  expect(createContractChecks(tallies, true)[0]!.state).toBe(right ? 'works' : 'broken');
});

it('without a reference solution it says what to do about noop, and names no golden patch', () => {
  const [works] = createContractChecks([tally(false, 'success')]);
  expect(formatContractChecks([works!])).toBe('contract works: noop passes, an effect must fail');
  const [broken] = createContractChecks([tally(false, 'failure')]);
  expect(broken!.next).toEqual(['Correct the check: it reports an effect where nothing was changed.']);
});
