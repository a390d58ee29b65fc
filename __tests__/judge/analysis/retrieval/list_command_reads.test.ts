import { listCommandReads } from '../../../../src/judge/analysis/retrieval/list_command_reads.js';

const whole = { first: 1, last: null };

it.each<[line: string, commands: string[], reads: unknown[]]>([
  [
    'cat shows a whole file',
    ['cat a.ts b.ts'],
    [
      { file: 'a.ts', lines: whole },
      { file: 'b.ts', lines: whole },
    ],
  ],
  ['a path of a program is its name', ['/usr/bin/cat a.ts'], [{ file: 'a.ts', lines: whole }]],
  ['head shows ten lines', ['head a.ts'], [{ file: 'a.ts', lines: { first: 1, last: 10 } }]],
  ['head -n shows so many', ['head -n 25 a.ts'], [{ file: 'a.ts', lines: { first: 1, last: 25 } }]],
  ['head -25 does, too', ['head -25 a.ts'], [{ file: 'a.ts', lines: { first: 1, last: 25 } }]],
  ['tail -n +N shows the rest', ['tail -n +40 a.ts'], [{ file: 'a.ts', lines: { first: 40, last: null } }]],
  ['tail shows lines that nobody can tell', ['tail -n 5 a.ts'], [{ file: 'a.ts', lines: null }]],
  [
    'head and tail that count bytes show lines that nobody can tell',
    ['head -c 9 a.ts', 'tail -c9 b.ts'],
    [
      { file: 'a.ts', lines: null },
      { file: 'b.ts', lines: null },
    ],
  ],
  [
    'a name may begin with a digit, and a number is none',
    ['cat 2024.md', 'cat 7 b.md'],
    [
      { file: '2024.md', lines: whole },
      { file: 'b.md', lines: whole },
    ],
  ],
  ['sed -n shows a range', ['sed -n 10,20p src/a.ts'], [{ file: 'src/a.ts', lines: { first: 10, last: 20 } }]],
  ['sed -n shows one line', ['sed -n 7p a.ts'], [{ file: 'a.ts', lines: { first: 7, last: 7 } }]],
  ['sed -n shows to the end', ['sed -n 7,$p a.ts'], [{ file: 'a.ts', lines: { first: 7, last: null } }]],
  ['sed without -n shows what nobody can tell', ['sed s/a/b/ a.ts'], [{ file: 'a.ts', lines: null }]],
  ['sed -i writes', ['sed -i s/a/b/ a.ts'], []],
  [
    'a filter behind a printer narrows it',
    ['nl -ba a.ts', 'sed -n 3,9p'],
    [{ file: 'a.ts', lines: { first: 3, last: 9 } }],
  ],
  ['head behind a printer narrows it', ['cat a.ts', 'head -n 4'], [{ file: 'a.ts', lines: { first: 1, last: 4 } }]],
  [
    'grep searches files and shows lines that nobody can tell',
    ['grep -n word a.ts b.ts'],
    [
      { file: 'a.ts', lines: null },
      { file: 'b.ts', lines: null },
    ],
  ],
  ['other programs read nothing that their words tell', ['npm test a.ts', 'ls src'], []],
  ['nothing is nothing', ['', '   '], []],
])('%s', (_, commands, reads) => {
  expect(listCommandReads(commands)).toEqual(reads);
});
