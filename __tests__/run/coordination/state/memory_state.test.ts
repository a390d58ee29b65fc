import fc from 'fast-check';
import { applyTransition } from '../../../../src/run/coordination/state/shared_state.js';
import { itInFull } from '../../../extent.js';
import { givenCoordinator } from '../given_coordinator.js';

type Found = { found: { id: number; text: string; tags: string[]; by: string; earlier?: { text: string }[] }[] };

function givenMemory(given: Parameters<typeof givenCoordinator>[0] = {}) {
  const room = givenCoordinator(given);
  return {
    ...room,
    remember: (agent: string, text: string, more: object = {}) => room.ask(agent, 'remember', { text, ...more }),
    recall: async (given: object) => ((await room.ask('cyd', 'recall', given)) as Found).found,
    texts: async (given: object) => ((await room.ask('cyd', 'recall', given)) as Found).found.map(({ text }) => text),
  };
}

describe('memory', () => {
  it('says who wrote what, when, and in which operation', async () => {
    const { remember, recall, clock, written } = givenMemory();
    clock.pass(7);
    expect(await remember('ada', 'The window is half open.', { tags: ['Window'] })).toEqual({ id: 1 });
    const [transition] = written.map(({ transition }) => transition);
    expect(await recall({ query: 'window' })).toEqual([
      {
        ...{ id: 1, text: 'The window is half open.', tags: ['window'], key: null, by: 'ada', at_ms: 7 },
        operation: (transition as { operation: string }).operation,
      },
    ]);
  });

  it('finds whole words, whatever their case and form, those with more of them first, then the newest', async () => {
    const { remember, texts } = givenMemory();
    for (const text of [
      'Window BOUNDARY',
      'ﬁle of the window',
      'the boundary',
      'windows',
      'src/window_limit.js',
      'Éclair',
    ])
      await remember('ada', text);
    expect(await texts({ query: 'window boundary boundary' })).toEqual([
      'Window BOUNDARY',
      'the boundary',
      'ﬁle of the window',
    ]);
    expect(await texts({ query: 'FILE' })).toEqual(['ﬁle of the window']);
    expect(await texts({ query: 'js' })).toEqual(['src/window_limit.js']);
    expect(await texts({ query: 'e\u0301clair' })).toEqual(['Éclair']);
    expect(await texts({ query: 'constructor __proto__' })).toEqual([]);
    expect(await texts({ query: '?!', limit: 2 })).toEqual(['Éclair', 'src/window_limit.js']);
    expect(await texts({ limit: 1 })).toEqual(['Éclair']);
  });

  it('finds only what has all the tags', async () => {
    const { remember, texts } = givenMemory();
    await remember('ada', 'one', { tags: ['a', 'b', 'A'] });
    await remember('bob', 'two', { tags: ['b', 'c'] });
    await remember('bob', 'three one', { tags: ['c', 'a', 'b'] });
    expect(await texts({ tags: ['B', 'a'] })).toEqual(['three one', 'one']);
    expect(await texts({ tags: ['b', 'c'], query: 'one two' })).toEqual(['three one', 'two']);
    expect(await texts({ tags: ['b', 'd'] })).toEqual([]);
  });

  it('keeps what stood under a key before, and finds only what stands there now', async () => {
    const { remember, recall, texts } = givenMemory();
    await remember('ada', 'port 80', { key: 'port', tags: ['net'] });
    await remember('ada', 'else', { tags: ['net'] });
    expect(await remember('bob', 'port 81', { key: 'port' })).toEqual({ id: 3, replaces: 1 });
    expect(await remember('cyd', 'port 82', { key: 'port' })).toEqual({ id: 4, replaces: 3 });
    expect(await texts({ query: '80' })).toEqual([]);
    expect(await texts({ tags: ['net'] })).toEqual(['else']);
    expect(await texts({ query: 'port' })).toEqual(['port 82']);
    expect(await recall({ key: 'port' })).toMatchObject([
      {
        text: 'port 82',
        by: 'cyd',
        earlier: [
          { text: 'port 81', by: 'bob' },
          { text: 'port 80', by: 'ada' },
        ],
      },
    ]);
    expect([await texts({ key: 'port', query: '80' }), await texts({ key: 'none' })]).toEqual([[], []]);
  });

  it('holds so much, and says in the log whether something was found', async () => {
    const { remember, texts, written } = givenMemory({ live: 2 });
    await remember('ada', 'one', { key: 'k' });
    await remember('ada', 'two', { key: 'k' });
    expect(await remember('ada', 'three', { key: 'k' })).toMatch(/^resource_limit_exceeded: there are 2 memories/);
    await texts({ query: 'two' });
    await texts({ query: 'one' });
    expect(written.flatMap(({ transition: t }) => (t?.kind === 'recalled' ? [t.found] : []))).toEqual([1, 0]);
  });

  it('is empty where it is switched off, and every request is answered', async () => {
    const { remember, recall, written } = givenMemory({ without: ['memory'] });
    expect([await remember('ada', 'x'), await recall({ query: 'x' })]).toEqual([{ stored: false }, []]);
    expect(written.map(({ transition }) => transition)).toEqual([null, null]);
  });

  it('finds what looking at everything would find, in the same order', async () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const words = fc.array(word, { minLength: 1, maxLength: 3 });
    const memo = fc.record({
      words,
      tags: fc.array(word, { maxLength: 2 }),
      key: fc.option(fc.constantFrom('k', 'l')),
    });
    const query = fc.record({ words: fc.array(word, { maxLength: 3 }), tags: fc.array(word, { maxLength: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(memo, { maxLength: 25 }), fc.array(query, { maxLength: 4 }), async (memos, queries) => {
        const { remember, recall } = givenMemory();
        for (const { words, tags, key } of memos)
          await remember('ada', words.join(' '), { tags, ...(key === null ? {} : { key }) });
        const current = memos
          .map((one, i) => ({ ...one, id: i + 1 }))
          .filter(({ key, id }) => key === null || !memos.slice(id).some((later) => later.key === key));
        for (const { words, tags } of queries) {
          const terms = [...new Set(words)];
          const score = (of: { words: string[] }) => terms.filter((term) => of.words.includes(term)).length;
          const expected = current
            .filter((one) => tags.every((tag) => one.tags.includes(tag)) && (terms.length === 0 || score(one) > 0))
            .sort((a, b) => score(b) - score(a) || b.id - a.id);
          const found = await recall({ query: words.join(' '), tags, limit: 50 });
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
      }),
    );
  });

  itInFull('costs little to write to, in a hundred thousand operations', async () => {
    const { state, texts } = givenMemory();
    for (let id = 1; id <= 1e5; id++)
      applyTransition(state, {
        ...{ kind: 'remembered', at_ms: id, agent: 'ada', id, operation: 'op', tags: ['t'] },
        ...{ text: `note ${id} of all`, key: id % 2 ? null : `k${id % 1000}` },
      });
    expect(await texts({ query: 'note 99998' })).toHaveLength(10);
    expect(await texts({ query: '99998' })).toEqual(['note 99998 of all']);
    expect(state.memory.terms.get('note')).toHaveLength(50_500);
  });
});
