import { groupFindings } from '../../../../src/publish/report/view/report_reason.js';

const finding = {
  attempt_id: 'a',
  task: 'one',
  rule: 'path-policy-violation',
  severity: 'violation',
  message: 'x is denied',
};

it('names a finding of several attempts once, with its tasks', () => {
  const other = { ...finding, place: 'x:3' };
  expect(groupFindings([finding, { ...finding, task: 'two', attempt_id: 'b' }, finding, other], [])).toEqual([
    { finding, tasks: ['one', 'two'] },
    { finding: other, tasks: ['one'] },
  ]);
});

it('leaves out a violation that a reason of the verdict says, and no warning', () => {
  const warning = { ...finding, severity: 'warning' };
  const reasons = [{ why: 'path-policy-violation: x is denied' }];
  expect(groupFindings([finding, warning], reasons)).toEqual([{ finding: warning, tasks: ['one'] }]);
});
