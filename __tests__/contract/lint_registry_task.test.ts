import { contractSchema } from '../../src/contract/contract_schema.js';

const contract = (metadata: object, more: object = {}) => ({
  ...{ schema: 1, id: 'one', title: 'One', description: 'Do it.', metadata: { tier: 1, ...metadata } },
  ...{
    snapshot: { directory: 'repo', tree: '0'.repeat(40) },
    build: 'none',
    acceptance: [{ id: 'unit', run: 'true' }],
  },
  ...more,
});
const problems = (given: unknown): string[] => {
  const checked = contractSchema.safeParse(given);
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const WHOLE = {
  ...{ registry: true, source: 'curated', kind: 'feature', difficulty: 'easy', parallelizable_subtasks: 1 },
  ...{ affected_files: ['a'], test_command: 'true', provenance: 'mine' },
};

// Holds K10
it('demands everything of a task of a registry, each field by its name', () => {
  expect(problems(contract({ registry: true }))).toEqual([
    'metadata.kind: is missing: a task of a registry must have it',
    'metadata.difficulty: is missing: a task of a registry must have it',
    'metadata.parallelizable_subtasks: is missing: a task of a registry must have it',
    'metadata.test_command: is missing: a task of a registry must have it',
    'metadata.provenance: is missing: a task of a registry must have it',
    'golden_patch: is missing: a task of a registry must have it',
    'metadata.affected_files: is empty: a task of a registry must name them',
  ]);
  expect(problems(contract(WHOLE, { golden_patch: 'golden.patch' }))).toEqual([]);
});

it('demands nothing of other contracts', () => {
  expect(problems(contract({ source: 'external' }))).toEqual([]);
});

it('compares the number of parallel parts with those that the contract has', () => {
  const subtasks = ['p', 'q'].map((id) => ({ id, description: 'd' }));
  expect(problems(contract(WHOLE, { golden_patch: 'golden.patch', coordination: { subtasks } }))).toEqual([
    'metadata.parallelizable_subtasks: is 1, and 2 of coordination.subtasks depend on nothing',
  ]);
});
