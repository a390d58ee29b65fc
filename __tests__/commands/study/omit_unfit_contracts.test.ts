import { join } from 'node:path';
import { omitUnfitContracts } from '../../../src/commands/study/omit_unfit_contracts.js';
import { readContracts } from '../../../src/commands/study/read_contracts.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';

afterAll(cleanUp);

const room = givenRoom();
beforeAll(async () => {
  await givenShellTask(join(room, 'tasks'), 'small');
  await givenShellTask(join(room, 'tasks'), 'review', { contract: { snapshot: { base: 'pull-request' } } });
});

const select = (patterns: string[], run: Partial<Parameters<typeof omitUnfitContracts>[1]>) => {
  const options = { contracts: patterns, agents: ['golden'], pull_request: undefined, ...run };
  const { contracts, warnings } = omitUnfitContracts(readContracts(patterns, room), options, room);
  return [contracts.map(({ contract }) => contract.id), warnings];
};

it.each<[string[], string[], number]>([
  [['tasks/*/contract.yml'], ['small'], 1],
  [['tasks'], ['small'], 1],
  [['tasks/*/contract.yml', 'tasks/review'], ['review', 'small'], 0],
  [['tasks/review/contract.yml', 'tasks/small/contract.yml'], ['small'], 1],
  [['tasks/review/contract.yml'], ['review'], 0],
  [['tasks/rev*/contract.yml'], ['review'], 0],
])('without a pull request %j are the contracts %j', (patterns, ids, left) => {
  expect(select(patterns, {})).toEqual([
    ids,
    Array.from({ length: left }, () =>
      expect.stringMatching(/^tasks\/review\/contract\.yml is left out: it judges pull/),
    ),
  ]);
});

it.each<[string[], string[], string[], number]>([
  [['pull-request'], ['tasks/*/contract.yml'], ['review'], 1],
  [['pull-request'], ['tasks/*/contract.yml', 'tasks/small'], ['review', 'small'], 0],
  [['pull-request'], ['tasks/sm*/contract.yml'], ['small'], 0],
  [['pull-request', 'golden'], ['tasks/*/contract.yml'], ['review', 'small'], 0],
])('of a pull request, for %j, %j are the contracts %j', (agents, patterns, ids, left) => {
  const pull_request = { base_sha: 'a'.repeat(40), head_sha: 'b'.repeat(40), workspace: room };
  expect(select(patterns, { agents, pull_request })).toEqual([
    ids,
    Array.from({ length: left }, () => expect.stringMatching(/^tasks\/small\/contract\.yml is left out: it pins/)),
  ]);
});
