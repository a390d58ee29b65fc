// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../../src/workspace/history/create_broken_tree.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

afterAll(cleanUp);

// Holds G11
it('measures what a real attempt read, against the gold context beside its contract', async () => {
  const room = givenRoom();
  await givenRecorded('reading', room);
  const contract = join(room, 'reading');
  const cache = ['--cache', join(room, 'cache')];
  // As the run did, which found the lines of its files there.
  await computeFolderTree(join(contract, 'repo'), await openCache(join(room, 'cache')));
  const { code, log } = await typeCommand(room, ['report', '--section', 'context', 'out', ...cache, '--json']);
  const { attempts } = JSON.parse(log);
  expect([code, attempts[0].metrics]).toEqual([
    0,
    {
      steps: 2,
      file: { coverage: 1, precision: 1 / 2, shared: 1, gold: 1, read: 2 },
      line: { coverage: 1, precision: 20 / 41, shared: 20, gold: 20, read: 41 },
      auc_coverage: { file: 1, line: (10 / 20 + 1) / 2 },
      redundancy: { file: 1 - 2 / 3, line: 1 - 41 / 51 },
    },
  ]);
  const shown = await typeCommand(room, ['report', '--section', 'context', 'out', ...cache]);
  expect(shown.log).toMatch(/CONTEXT THAT WAS READ[\s\S]*reading +reader +failure +2 +100 %/);

  const both = await typeCommand(room, ['report', '--section', 'context', 'out', 'brought', ...cache, '--json']);
  expect([both.code, both.error]).toEqual([
    3,
    expect.stringMatching(/left out: its agent brought a finished patch: nobody saw what it read$/),
  ]);
  expect(JSON.parse(both.log)).toEqual({ attempts, unread: 1 });

  writeFileSync(join(contract, 'gold_context.json'), '{"schema": 1, "spans": [{"file": "x"}]}');
  const broken = await typeCommand(room, ['report', '--section', 'context', 'out', ...cache]);
  expect([broken.code, broken.error]).toEqual([
    2,
    expect.stringMatching(/gold_context\.json {2}spans\.0\.start_line: /),
  ]);
  const other = await typeCommand(room, ['report', '--section', 'context', 'out', '--gold', 'nowhere', ...cache]);
  expect([other.code, other.error]).toEqual([2, expect.stringMatching(/^nowhere: no such folder/)]);
});
