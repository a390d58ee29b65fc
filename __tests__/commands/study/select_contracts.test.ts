import { join } from 'node:path';
import { readSuite } from '../../../src/commands/study/read_suite.js';
import { selectContracts } from '../../../src/commands/study/select_contracts.js';
import type { UserError } from '../../../src/contract/input/user_error.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { givenShellTask } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

const agents = [{ name: 'a' }, { name: 'b' }];
const split = [
  { id: 'one', agent: 'a', description: 'first part' },
  { id: 'two', agent: 'b', description: 'second part' },
];

beforeAll(async () => {
  const tasks = join(room, 'tasks');
  await givenShellTask(tasks, 'alone', { contract: { metadata: { tier: 3 } } });
  await givenShellTask(tasks, 'taken', { contract: { metadata: { tier: 1, source: 'external' } } });
  await givenShellTask(tasks, 'locked', { contract: { coordination: { require_locks: true } } });
  await givenShellTask(tasks, 'shared', { contract: { metadata: { tier: 1 }, coordination: { agents } } });
  await givenShellTask(tasks, 'parts', {
    contract: { metadata: { tier: 1, source: 'external' }, coordination: { agents, subtasks: split } },
  });
});

/** Selects by the fields of `contracts` in a suite; the complaint if they are refused. */
function select(fields: string): string[] | string {
  const text = `schema: 1\nname: picked\ncontracts:\n  paths: [tasks]\n  ${fields}\nagents: [{name: n, agent: golden}]\n`;
  write(room, { 'suite.yml': text });
  try {
    return selectContracts(readSuite('suite.yml', room), room)
      .map(({ contract }) => contract.id)
      .sort();
  } catch (error) {
    return (error as UserError).text;
  }
}

describe('a suite selects contracts', () => {
  it.each<[fields: string, ids: string[]]>([
    ['exclude: []', ['alone', 'locked', 'parts', 'shared', 'taken']],
    ['sources: [external]', ['parts', 'taken']],
    ['sources: [curated]', ['alone', 'locked', 'shared']],
    ['sources: [curated, external]', ['alone', 'locked', 'parts', 'shared', 'taken']],
    ['coordination_tiers: [1]', ['alone', 'taken']],
    ['coordination_tiers: [2]', ['locked', 'shared']],
    ['coordination_tiers: [3]', ['parts']],
    ['coordination_tiers: [1, 3]', ['alone', 'parts', 'taken']],
    // The author's tier counts size as well.
    ['tiers: [3]', ['alone']],
    ['{{both}}', ['parts']],
  ])('by %s', (fields, ids) => {
    expect(select(fields.replace('{{both}}', 'sources: [external]\n  coordination_tiers: [3]'))).toEqual(ids);
  });

  it.each<[fields: string, complaint: RegExp]>([
    ['sources: [extern]', /^suite\.yml:5:\d+ {2}contracts\.sources\.0: "extern" is not one of curated, external/],
    ['coordination_tiers: [4]', /^suite\.yml:5:\d+ {2}contracts\.coordination_tiers\.0: must be at most 3/],
    [
      'ids: [alone]\n  coordination_tiers: [3]',
      /^suite\.yml:6 {2}contracts\.coordination_tiers: no contract has "3"\n.*There are: 1\.$/,
    ],
    ['ids: [alone]\n  sources: [external]', /contracts\.sources: no contract has "external"\n.*There are: curated\.$/],
  ])('and refuses %s with its place', (fields, complaint) => {
    expect(select(fields)).toMatch(complaint);
  });
});
