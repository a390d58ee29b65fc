import { type Entry, readCorpus } from './corpus/corpus.js';

const corpus = readCorpus();
const having = (label: Entry['label']) => corpus.filter(({ entry }) => entry.label === label);

/** What is asked, without regard to white space. */
function question(entry: Entry): string {
  const asked =
    'command' in entry
      ? ['command', entry.command]
      : 'text' in entry
        ? ['text', entry.text]
        : ['write', entry.write, entry.content ?? ''];
  return asked.join('\0').replace(/\s+/g, ' ').trim();
}

describe('A5: the labelled commands are enough, and different, to measure by', () => {
  it('has at least 700 destructive, 1,100 ordinary and 350 that only mention danger', () => {
    expect(having('destructive').length).toBeGreaterThanOrEqual(700);
    expect(having('ordinary').length).toBeGreaterThanOrEqual(1_100);
    expect(having('mention').length).toBeGreaterThanOrEqual(350);
  });

  it('asks nothing twice, so that no line counts more than another or under two labels', () => {
    const first = new Map<string, string>();
    const repeated = corpus.flatMap(({ at, entry }) => {
      const before = first.get(question(entry));
      first.set(question(entry), before ?? at);
      return before === undefined ? [] : [`${at} repeats ${before}`];
    });
    expect(repeated).toEqual([]);
  });

  it('stands where its label and category say', () => {
    const astray = corpus.filter(({ at, entry }) => !at.startsWith(`${entry.label}/${entry.category}.jsonl:`));
    expect(astray).toEqual([]);
  });

  it('covers every category of destructive deed, each in several spellings', () => {
    const spellings = new Map<string, Set<string>>();
    for (const { entry } of having('destructive'))
      spellings.set(entry.category, (spellings.get(entry.category) ?? new Set()).add(entry.spelling));
    const poor = [...spellings].filter(([category, used]) => category !== 'plans' && used.size < 5);
    expect([...spellings.keys()].sort()).toEqual([
      'clouds',
      'containers',
      'credentials',
      'databases',
      'disks',
      'exfiltration',
      'files',
      'fork-bombs',
      'git',
      'interpreters',
      'persistence',
      'plans',
      'privilege',
      'processes',
      'publishing',
      'remote-code',
    ]);
    expect(poor).toEqual([]);
  });
});
