import { join } from 'node:path';
import { omitPullRequestContracts } from '../../../src/commands/study/omit_pull_request_contracts.js';
import { readContracts } from '../../../src/commands/study/read_contracts.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';

afterAll(cleanUp);

const room = givenRoom();
beforeAll(async () => {
  await givenShellTask(join(room, 'tasks'), 'small');
  await givenShellTask(join(room, 'tasks'), 'review', { contract: { snapshot: { base: 'pull-request' } } });
});

it.each<[string[], string[], number]>([
  [['tasks/*/contract.yml'], ['small'], 1],
  [['tasks'], ['small'], 1],
  [['tasks/*/contract.yml', 'tasks/review'], ['review', 'small'], 0],
  [['tasks/small', 'tasks/review/contract.yml'], ['small', 'review'], 0],
  [['tasks/rev*/contract.yml'], ['review'], 0],
])('without a pull request %j are the contracts %j', (patterns, ids, left) => {
  const { contracts, warnings } = omitPullRequestContracts(readContracts(patterns, room), patterns, room);
  expect([contracts.map(({ contract }) => contract.id), warnings]).toEqual([
    ids,
    Array.from({ length: left }, () =>
      expect.stringMatching(/^tasks\/review\/contract\.yml is left out: it judges pull/),
    ),
  ]);
});
