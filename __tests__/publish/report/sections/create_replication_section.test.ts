import {
  type ClaimedRun,
  createImportedClaimsSection,
} from '../../../../src/publish/report/sections/create_replication_section.js';

const claims = { exit_status: 'submitted', model: null, steps: 3, calls: 2, tokens: null, cost_usd: 0.5 };
const given = (n: number) =>
  Array.from(
    { length: n },
    (_, i) => ({ task: `t${i}`, agent: 'a', status: 'success', claims }) as unknown as ClaimedRun,
  );
const readTable = (section: ReturnType<typeof createImportedClaimsSection>) =>
  section?.blocks.find((block) => block.kind === 'table') as unknown as { caption: string; rows: string[][] };

it('a section of claims that were cut off before says how many there are in all', () => {
  expect(readTable(createImportedClaimsSection(given(200), 1000)).caption).toBe(
    'Verdict and claims, the first 200 of 1000',
  );
  expect(readTable(createImportedClaimsSection(given(2))).caption).toBe('Verdict and claims');
  expect(readTable(createImportedClaimsSection(given(201))).rows).toHaveLength(200);
  expect(createImportedClaimsSection([])).toBeUndefined();
});
