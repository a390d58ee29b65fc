import type { ContractDraft } from '../../../../src/commands/init/drafts/contract_draft.js';
import { describeTests, explainNoTests } from '../../../../src/commands/init/drafts/create_required.js';

const selection = { fail_to_pass: ['a'], pass_to_pass: ['b', 'c'], flaky: [], failing: [] };

it.each([
  ['suite', 0, false, ''],
  ['sample', 5, true, ' (hidden files and 5 others: the suite is slow)'],
  ['hidden', 0, true, ' (hidden files: the suite is slow)'],
  ['hidden', 0, false, ' (hidden files: the suite cannot be measured)'],
] as const)('tests of the extent %s with %d others, slow: %s, are told with it', (extent, others, is_slow, end) => {
  const draft = { required: { fail_to_pass: ['a'], pass_to_pass: [], quarantine: [] }, extent, others, is_slow };
  expect(describeTests(draft as unknown as ContractDraft, selection)).toBe(
    `1 test begins to pass, 2 keep passing${end}`,
  );
});

it('tests that fail with the solution too are told with what they lack', () => {
  const none = { ...selection, fail_to_pass: [], failing: ['d'] };
  const told = explainNoTests(none, 'tool "node" is version 20.0.0, the tests need >=22: x');
  expect(told.lacking).toBe(true);
  expect(told.reason).toMatch(
    /: 1 fails with it too \("d"\), 2 pass before it as well, and tool "node" is version 20\.0\.0, the tests need >=22: x$/,
  );
  const untold = explainNoTests({ ...none, failing: [] }, 'tool "node" is old');
  expect(untold).toEqual({ reason: expect.not.stringContaining('tool'), lacking: false });
});
