// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../../../src/guard/invocation.js';
import { expandBraceWord } from '../../../../src/guard/shell/expansion/expand_brace_word.js';
import { WrittenFiles } from '../../../../src/guard/shell/model/written_files.js';
import { readCommand } from '../../../../src/guard/shell/read_command.js';
import { formatPrintf } from '../../../../src/guard/shell/syntax/format_printf.js';
import { splitOptions } from '../../../../src/guard/shell/syntax/split_options.js';
import { isDenied } from '../judged.js';

describe('what a pipeline prints is known where its programs tell', () => {
  /** Returns the predicted output of a line, as an argument. */
  const output = (line: string) => readCommand(`x "$(${line})"`).invocations.at(-1)?.args[0]?.text;

  it.each<[string, string]>([
    ['echo -n a b', 'a b'],
    [`echo -e 'a\\x62\\n'`, 'ab'],
    [`printf '%s-%d\\n' a 1 b 2`, 'a-1\nb-2'],
    ['echo abc | base64', 'YWJjCg=='],
    ['echo YWJj | openssl base64 -d', 'abc'],
    ['echo 616263 | xxd -r -p', 'abc'],
    ['echo abc | rev | tr a-c A-C', 'CBA'],
    ['echo uryyb | tr a-z n-za-m', 'hello'],
    ['echo aXb | tr [:upper:] [:lower:]', 'axb'],
    ['echo a-b_c | tr -d _-', 'abc'],
    ['echo abc | tr a-c x', 'xxx'],
    ['echo abc | tr -c a b', UNREAD_VALUE],
    [`printf 'a\\nb\\nc' | head -2 | tail -n 1`, 'b'],
    [`printf 'a\\nb' | tac`, 'b\na'],
    [`echo a:b:c | cut -d: -f2-`, 'b:c'],
    ['echo abcdef | cut -c2-3', 'bc'],
    ['echo axc | sed s/x/b/', 'abc'],
    [`echo ab | sed 's/b/\\\\n/'`, 'a\\n'],
    ['basename /a/b; dirname /a/b', 'b\n/a'],
    ['cd /a; pwd', '/a'],
    ['echo a > f; cat f f', 'a\na'],
    ['echo a | dd of=f; cat f', 'a'],
    ['echo a | dd', 'a'],
    ['echo a > f; dd if=f of=g; cat g', 'a'],
    ['echo a | sponge f; cat f', 'a'],
    ['grep -o b <<<abc', UNREAD_VALUE],
    ['grep -l x a.c b.c', 'a.c\nb.c'],
    ['grep -rl x src', `src/${UNKNOWN_VALUE}`],
    ['grep -o b missing', UNKNOWN_VALUE],
    ['paste <(echo a) missing', UNREAD_VALUE],
    ['paste missing', UNKNOWN_VALUE],
    ['mktemp -d', `/tmp/tmp.${UNKNOWN_VALUE}`],
    ['date', UNKNOWN_VALUE],
    ['echo a; date', `a\n${UNKNOWN_VALUE}`],
    ['date | rev', UNKNOWN_VALUE],
    ['cat missing', UNKNOWN_VALUE],
    ['echo "not base64!" | base64 -d', UNREAD_VALUE],
    [`echo a | sed 'y/a/b/'`, UNREAD_VALUE],
    [`echo ab | sed 's/b/\\n/'`, UNREAD_VALUE],
  ])('%s', (line, text) => {
    expect(output(line)).toBe(text);
  });
});

describe('what was hidden in a file or a filter is not lost', () => {
  it.each([
    `paste <(echo rm) <(echo -rf) <(echo /) | sh`,
    `paste -d' ' <(echo rm) <(echo '-rf /') | sh`,
    `grep -o 'rm.*' <<<'xrm -rf /' | sh`,
    `echo 'rm -rf /' | dd of=/tmp/a; sh /tmp/a`,
    `echo 'rm -rf /' | sponge /tmp/a; sh /tmp/a`,
    `echo 'rm -rf /' | sort -o /tmp/a; sh /tmp/a`,
    `grep -l '' /etc/passwd | xargs rm -f`,
  ])('denied: %s', (line) => {
    expect(isDenied(line)).toBe(true);
  });

  it.each([
    'grep -rl foo src | xargs rm -f',
    `rm -f $(git ls-files -o | grep -o '[^/]*\\.orig')`,
    'git branch --merged | grep -v main | xargs git branch -d',
  ])('left alone: %s', (line) => {
    expect(isDenied(line)).toBe(false);
  });
});

describe('braces expand as the shell has it', () => {
  it.each<[string, string[] | undefined]>([
    ['a{b,c}d', ['abd', 'acd']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['{1..3}{a..b}', ['1a', '1b', '2a', '2b', '3a', '3b']],
    ['{5..1..2}', ['5', '3', '1']],
    ['{a}', ['{a}']],
    ['{,x}', ['', 'x']],
    ["{a,'b,c'}", ['a', "'b,c'"]],
    ['\\{a,b}', ['\\{a,b}']],
    ['${a,b}', ['${a,b}']],
    ['{a,b', ['{a,b']],
    ['{1..999}', undefined],
    ['{a,b}'.repeat(12), undefined],
  ])('%s', (source, words) => {
    expect(expandBraceWord(source)).toEqual(words);
  });
});

describe('printf', () => {
  it.each<[string[], string]>([
    [['\\162\\x6d\\u0020%%'], 'rm %'],
    [['%s,', 'a', 'b'], 'a,b,'],
    [['%b', 'a\\tb'], 'a\tb'],
    [['%c%.2s%5d', 'xyz', 'abc', '7'], 'xab7'],
    [['%x', '255'], 'ff'],
    [['plain', 'unused'], 'plain'],
    [[], ''],
  ])('%j', (args, text) => {
    expect(formatPrintf(args)).toBe(text);
  });
});

describe('options are split as getopt_long has it', () => {
  const words = (line: string) => line.split(' ').map((text) => ({ text, glob: false }));
  const grammar = { short: 'ug', long: ['user', 'group'] };

  it.each<[string, string[], string[]]>([
    ['-u a b', ['u=a'], ['b']],
    ['-nua b -g c', ['n', 'u=a'], ['b', '-g', 'c']],
    ['--user a --gro=b c', ['user=a', 'group=b'], ['c']],
    ['--us a b', ['user=a'], ['b']],
    ['-n -- -u a', ['n'], ['-u', 'a']],
    ['-u', ['u'], []],
    ['- a', [], ['-', 'a']],
  ])('%s', (line, options, operands) => {
    const split = splitOptions(words(line), grammar);
    expect(split.options.map(({ name, value }) => (value ? `${name}=${value.text}` : name))).toEqual(options);
    expect(split.operands.map(({ text }) => text)).toEqual(operands);
  });
});

describe('written files', () => {
  it('have one name however their path is spelt', () => {
    const files = new WrittenFiles();
    files.write('a/../b', 'x', '/work');
    expect([
      files.written('/work/b')?.text,
      files.written('./b', '/work')?.text,
      files.written('b', '/')?.text,
      files.written('')?.text,
    ]).toEqual(['x', 'x', undefined, undefined]);
  });

  it('are forgotten from the oldest, in number and in size', () => {
    const files = new WrittenFiles();
    for (let n = 0; n < 1100; n += 1) files.write(`f${n}`, 'x');
    expect([files.written('f99')?.text, files.written('f100')?.text, files.written('g')?.text]).toEqual([
      UNREAD_VALUE,
      'x',
      undefined,
    ]);
    files.write('big', 'x'.repeat(1024 * 1024 - 50));
    expect([files.written('f1000')?.text, files.written('f1099')?.text, files.written('big')?.text.length]).toEqual([
      UNREAD_VALUE,
      'x',
      1024 * 1024 - 50,
    ]);
  });

  it('keep what was in them, and whose output it was, when more is added', () => {
    const files = new WrittenFiles();
    const { invocations: deeds } = readCommand('curl x', {});
    files.write('a', UNKNOWN_VALUE, undefined, deeds);
    files.append('a', 'rm x');
    expect(files.written('a')).toEqual({ text: `${UNKNOWN_VALUE}rm x`, from: deeds });
  });
});
