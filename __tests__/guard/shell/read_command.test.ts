// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import fc from 'fast-check';
import { type Invocation, UNKNOWN_VALUE } from '../../../src/guard/invocation.js';
import { WrittenFiles } from '../../../src/guard/shell/model/written_files.js';
import { readCommand } from '../../../src/guard/shell/read_command.js';
import { toldDeeds } from './told_deeds.js';

describe('a deed', () => {
  it('has all that is known of it', () => {
    expect(
      readCommand('export A=1; cd b && B=2 sudo -u x /bin/rm *.c "$D" < in > out', { folder: '/work' }).invocations.at(
        -1,
      ),
    ).toEqual({
      program: 'rm',
      path: '/bin/rm',
      args: [
        { text: '*.c', glob: true },
        { text: UNKNOWN_VALUE, glob: false },
      ],
      redirects: [
        { kind: 'read', path: { text: 'in', glob: false } },
        { kind: 'write', path: { text: 'out', glob: false } },
      ],
      environment: { A: { text: '1', glob: false, exact: true }, B: { text: '2', glob: false, exact: true } },
      input: { kind: 'file', path: { text: 'in', glob: false } },
      wrappers: ['sudo'],
      language: 'shell',
      folder: { text: '/work/b', glob: false },
      needs: [expect.objectContaining({ program: 'cd' })],
    } satisfies Invocation);
  });

  it('of git has global options as its folder and environment', () => {
    const [deed] = readCommand('git -C a --work-tree=x -c core.bare=true push', { folder: '/work' }).invocations;
    expect([deed?.args, deed?.folder, deed?.environment]).toEqual([
      [{ text: 'push', glob: false }],
      { text: '/work/a', glob: false },
      {
        GIT_CONFIG_COUNT: { text: '1', glob: false },
        GIT_CONFIG_KEY_0: { text: 'core.bare', glob: false },
        GIT_CONFIG_VALUE_0: { text: 'true', glob: false },
        GIT_WORK_TREE: { text: 'x', glob: false },
      },
    ]);
  });

  it.each<[string, string | undefined]>([
    ['cd a; cd ../b; x', 'b'],
    ['cd /a/b && cd .. && x', '/a'],
    ['(cd a); x', undefined],
    ['cd a || exit; x', 'a'],
    ['cd a; if b; then cd /; fi; x', UNKNOWN_VALUE],
    ['pushd a; popd; x', UNKNOWN_VALUE],
  ])('of %j runs in the folder that is known there', (line, folder) => {
    expect(readCommand(line).invocations.at(-1)?.folder?.text).toBe(folder);
  });
});

describe('what one line writes the next may run', () => {
  it.each<[string, string[]]>([
    ["echo 'rm x' > a.sh", ['sh ./a.sh']],
    ['cat > b/a.sh <<E\n#!/bin/bash\nrm x\nE', ['cd b && ./a.sh']],
    ['echo hi | tee c; echo rm x >> c', ['mv c d', '. ./d']],
  ])('%j', (written, then) => {
    const files = new WrittenFiles();
    readCommand(written, { files });
    const deeds = then.flatMap((line) => readCommand(line, { files }).invocations);
    expect(deeds.map(({ program, args }) => [program, ...args.map(({ text }) => text)].join(' '))).toContain('rm x');
  });
});

describe('what cannot be read is a problem, never a gap', () => {
  const lines: [string, string | undefined][] = [
    ["echo 'open", 'unparsable'],
    ["tee >(sh) <<< 'rm x'", 'too-much'],
    ["node --import 'data:text/javascript,a()' a.js", 'too-much'],
    ['echo "$(a', 'unparsable'],
    ['if a; then b', 'unparsable'],
    ['a && $(b; (c)', 'unparsable'],
    ['rm x)', 'unparsable'],
    [`: ${'x'.repeat(70_000)}`, 'too-long'],
    ['$('.repeat(5000), 'too-deep'],
    ['f() '.repeat(10_000), 'too-deep'],
    [`echo $(${'f() '.repeat(10_000)})`, 'too-deep'],
    ['sudo '.repeat(100), 'too-deep'],
    [`a='eval "$a"'; eval "$a"`, 'too-deep'],
    ["echo 'sh x; sh x' > x; sh x", undefined],
    ['rm a;'.repeat(2000), 'too-much'],
    ['<<-E '.repeat(5000), 'too-much'],
    ['for a in {1..99}; do for b in {1..99}; do for c in {1..99}; do rm $a; done; done; done', 'too-much'],
    [
      `f0(){ a; }; ${Array.from({ length: 12 }, (_, n) => `f${n + 1}(){ f${n}; f${n}; f${n}; };`).join('')} f12`,
      'too-much',
    ],
    [`a=xxxx; ${'a="$a$a";'.repeat(60)} rm $a`, 'too-much'],
    ['', undefined],
    ['# rm x', undefined],
  ];
  it.each(lines.map(([line, kind]) => [line.slice(0, 40), kind, line] as const))('%j: %s', (_, kind, line) => {
    expect(readCommand(line).problem?.kind).toBe(kind);
  });

  it('whatever nests or repeats: reading ends within its budget', () => {
    const units = [
      '$(',
      '"$(',
      '`',
      '(',
      '<(',
      '${a:-',
      '$((',
      'if ',
      '<<E\n',
      '{a,b}{a,b} ',
      "'",
      '"',
      'a|',
      '> a ',
      'a=$(',
      '$[',
      '\\',
      'f() ',
      'coproc ',
      '{ ',
      "eval '",
      'x[',
      '@(',
      '$a ',
    ];
    for (const unit of units) {
      const { invocations: deeds, problem } = readCommand(unit.repeat(65_000 / unit.length));
      expect([unit, deeds.length <= 1000]).toEqual([unit, true]);
      if (deeds.length === 1000) expect(problem).toBeDefined();
    }
  });
});

describe('for any line', () => {
  const piece = fc.constantFrom(
    ..."rm|-rf|/|~| |  |\n|;|&|&&|||$X|${X:-a}|${!X}|$(|)|`|\"|'|(|{|}|<<E\n|E\n|<|>|>>|<(|[|*|?|{a,b}|X=|A=(|if |then |fi|for x in |do |done|case |esac|while |f()|eval |sh -c |xargs |find . -exec |git -c |sudo |env |\\|$'|#|echo |base64 -d|python3 -c |$((|))|!|[[ |]]|trap |alias a=|printf %s |read |set -- |$@|__proto__|constructor".split(
      '|',
    ),
    '|',
    '||',
    UNKNOWN_VALUE,
  );

  it('reading throws nothing and keeps to its budget', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ maxLength: 4 })), { maxLength: 40 }),
        (pieces) => {
          expect(readCommand(pieces.join('')).invocations.length).toBeLessThanOrEqual(1000);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('the same line is read the same', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(readCommand(pieces.join(' '))).toEqual(readCommand(pieces.join(' ')));
      }),
      { numRuns: 200 },
    );
  });

  const text = fc.stringMatching(/^[a-z\-/.=,: $*{}\\"'`;&|<>()#!~]{1,8}$/);
  const spellings: ((word: string) => string)[] = [
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
    (word) => `"${word.replace(/["\\$`]/g, '\\$&')}"`,
    (word) => [...word].map((c) => `\\${c}`).join(''),
    (word) => `$'${[...word].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'`,
    (word) => `"$(printf %s '${word.replaceAll("'", "'\\''")}')"`,
    (word) => [...word].map((c) => (c === "'" ? "\\'" : `'${c}'`)).join('""'),
  ];

  it('how its words are quoted changes no deed', () => {
    const spelt = fc.tuple(text, fc.constantFrom(...spellings));
    fc.assert(
      fc.property(fc.array(spelt, { minLength: 1, maxLength: 4 }), (words) => {
        const line = `x ${words.map(([word, spell]) => spell(word)).join(' ')}`;
        const { invocations: deeds, problem } = readCommand(line);
        expect(problem).toBeUndefined();
        expect(deeds.at(-1)?.args).toEqual(words.map(([word]) => ({ text: word, glob: false })));
      }),
    );
  });

  it('what it is wrapped in changes no deed but by the wrappers named', () => {
    const wrappers = [
      'sudo ',
      'env A=1 ',
      'nice -n 3 ',
      'timeout 5 ',
      'nohup ',
      'command ',
      'exec ',
      'stdbuf -oL ',
      'xargs -n 1 -a /dev/null ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...wrappers), { maxLength: 5 }), (given) => {
        const { deeds } = toldDeeds(`${given.join('')}rm -rf a`);
        const names = given.map((wrapper) => `${wrapper.split(' ')[0]}: `).join('');
        const unknown = given.some((wrapper) => wrapper.startsWith('xargs'));
        expect(deeds[0]?.startsWith(`${names}rm -rf a`)).toBe(true);
        expect(deeds).toHaveLength(1);
        expect(deeds[0]?.includes('?')).toBe(unknown);
      }),
    );
  });
});
