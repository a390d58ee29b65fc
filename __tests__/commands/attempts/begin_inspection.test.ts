import { readdirSync } from 'node:fs';
import { beginInspection } from '../../../src/commands/attempts/begin_inspection.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenCache, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';

afterEach(cleanUp);

const options = { repos: [], pull_request: undefined, resume: false, reuse: [] };

async function givenInspection(how: Partial<typeof options> = {}, snapshot?: { git: string; commit: string }) {
  const room = givenRoom();
  const loaded = readContract(await givenShellTask(room, 'task', snapshot ? { contract: { snapshot } } : {}), room);
  const cache = await givenCache();
  const begin = () =>
    beginInspection({ ...options, ...how }, loaded, { cwd: room, cache }, new AbortController().signal);
  return { loaded, cache, begin };
}

describe('the inspection of the first repository before the sandbox is known', () => {
  it('verifies a folder, and is there for one preparation', async () => {
    const { loaded, begin } = await givenInspection();
    const { begun, close } = begin();
    const { snapshot, exposed } = await begun.get(loaded)!;
    expect(snapshot.observed).toBe(snapshot.identity);
    expect(exposed).toEqual([]);
    await close();
  });

  it('leaves nothing at work when nobody needs it', async () => {
    const { loaded, cache, begin } = await givenInspection();
    const { begun, close } = begin();
    await close();
    expect(readdirSync(cache.scratch)).toEqual([]);
    await expect(begun.get(loaded)).rejects.toThrow();
  });

  it.each<[what: string, how: Partial<typeof options>, snapshot: { git: string; commit: string } | undefined]>([
    ['earlier attempts may be kept', { resume: true }, undefined],
    ['earlier results may be used', { reuse: ['earlier'] as never[] }, undefined],
    ['the repository may need a network', {}, { git: 'https://example.invalid/a/b', commit: '1'.repeat(40) }],
  ])('does not begin where %s', async (_, how, snapshot) => {
    const { begin } = await givenInspection(how, snapshot);
    expect(begin().begun.size).toBe(0);
  });
});
