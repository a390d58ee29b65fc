import { computeDigest } from '../../../../src/record/json/compute_digest.js';
import { givenCoordinator } from '../given_coordinator.js';

type Read = { handoffs: { id: number; summary: string; unread: boolean; intact: boolean }[]; more: number };

function givenHandoffs(given: Parameters<typeof givenCoordinator>[0] = {}) {
  const room = givenCoordinator(given);
  return {
    ...room,
    hand: (from: string, to: string, summary: string) => room.ask(from, 'write_handoff', { to, summary }),
    read: async (agent: string, given: object = {}) => {
      const { handoffs, more } = (await room.ask(agent, 'read_handoff', given)) as Read;
      return { said: handoffs.map(({ summary, unread }) => `${unread ? 'new: ' : ''}${summary}`), more };
    },
  };
}

describe('a handoff', () => {
  it('is read by the one whom it names, whole, with who wrote it, when, and a digest of all of it', async () => {
    const { ask, clock } = givenHandoffs();
    clock.pass(3);
    const given = { to: 'bob', summary: 's', done: ['d'], todo: ['t'], files: ['src/a.js'], notes: 'n' };
    const said = { ...given, id: 1, from: 'ada', at_ms: 3 };
    const { sha256 } = (await ask('ada', 'write_handoff', given)) as { sha256: string };
    const { handoffs } = (await ask('bob', 'read_handoff')) as { handoffs: [{ operation: string }] };
    const { operation } = handoffs[0];
    expect(handoffs).toEqual([{ ...said, operation, sha256, unread: true, intact: true }]);
    expect(sha256).toBe(computeDigest({ ...said, operation }));
    for (const field of Object.keys(given))
      expect(computeDigest({ ...said, operation, [field]: 'other' })).not.toBe(sha256);
    expect(await ask('cyd', 'read_handoff')).toEqual({ handoffs: [], more: 0 });
  });

  it('is found changed when it is no longer what was written', async () => {
    const { hand, ask, state } = givenHandoffs();
    await hand('ada', 'bob', 'keep the lock');
    state.handoffs.written[0]!.summary = 'release the lock';
    expect(await ask('bob', 'read_handoff')).toMatchObject({ handoffs: [{ intact: false }] });
  });

  it('to everybody is read by everybody else, each for themselves', async () => {
    const { hand, read } = givenHandoffs();
    await hand('ada', '*', 'one');
    expect(await read('ada')).toEqual({ said: [], more: 0 });
    expect(await read('bob')).toEqual({ said: ['new: one'], more: 0 });
    expect(await read('bob')).toEqual({ said: ['one'], more: 0 });
    expect(await read('bob', { unread_only: true })).toEqual({ said: [], more: 0 });
    expect(await read('cyd', { unread_only: true })).toEqual({ said: ['new: one'], more: 0 });
  });

  it('is neither written to nor asked of an agent who is not there', async () => {
    const { hand, ask } = givenHandoffs();
    expect(await hand('ada', 'eve', 's')).toBe('unknown_agent: there is no agent "eve"; there are ada, bob, cyd');
    expect(await ask('bob', 'read_handoff', { from: 'eve' })).toMatch(/^unknown_agent: /);
    expect(await hand('eve', 'ada', 's')).toBe('unknown_agent: there is no agent "eve"');
  });

  it('is never passed over where there are many: unread ones come from the first on, all of them from the newest back', async () => {
    const { hand, read } = givenHandoffs();
    for (let i = 1; i <= 25; i++) await hand(i % 5 === 0 ? 'cyd' : 'ada', 'bob', `h${i}`);
    expect(await read('bob', { from: 'cyd' })).toMatchObject({
      said: ['new: h5', 'new: h10', 'new: h15', 'new: h20', 'new: h25'],
    });
    const first = await read('bob', { unread_only: true, from: 'ada' });
    expect([first.said[0], first.said.length, first.more]).toEqual(['new: h1', 20, 0]);
    for (let i = 26; i <= 50; i++) await hand('ada', 'bob', `h${i}`);
    const second = await read('bob', { unread_only: true });
    expect([second.said[0], second.said.at(-1), second.more]).toEqual(['new: h26', 'new: h45', 5]);
    const all = await read('bob');
    expect([all.said[0], all.said.at(-1), all.more]).toEqual(['h31', 'new: h50', 30]);
    expect(await read('bob', { unread_only: true })).toEqual({ said: [], more: 0 });
  });

  it('is one of so many', async () => {
    const { hand } = givenHandoffs({ live: 1 });
    await hand('ada', 'bob', 's');
    expect(await hand('ada', 'bob', 's')).toMatch(/^resource_limit_exceeded: there are 1 handoffs/);
  });

  it('reaches nobody where handoffs are switched off, and every request is answered', async () => {
    const { hand, read, written } = givenHandoffs({ without: ['handoffs'] });
    expect([await hand('ada', 'bob', 's'), await read('bob')]).toEqual([{ delivered: false }, { said: [], more: 0 }]);
    expect(written.map(({ transition }) => transition)).toEqual([null, null]);
  });
});
