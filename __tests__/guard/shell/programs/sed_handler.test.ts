import { spawnSync } from 'node:child_process';
import { UNREAD_VALUE } from '../../../../src/guard/invocation.js';
import { readCommand } from '../../../../src/guard/shell/read_command.js';
import { toldDeeds } from '../told_deeds.js';

/** Scripts whose output for known text is predicted, and scripts whose output is not. */
const EVALUATED: [string, string][] = [
  ['s/x/b/', 'axa\naxa\n'],
  ['s/a/b/g', 'axa\naxa\n'],
  ['s|a|b|;s,x,y,', 'axa\naxa\n'],
  ['s/^a/b/', 'axa\naxa\n'],
  ['s/a$/b/', 'axa\n'],
  ['s/./b/', 'axa\n'],
  ['s/[a-w]/b/g', 'axa\n'],
  ['s/[/]/b/', 'a/b\n'],
  ['s/.*/[&]/', 'axa\naxa\n'],
  ['s/a\\/b/c/', 'a/b\n'],
  ['s/X/y/I', 'axa\n'],
  ['s/^/rm -rf /', '/\n'],
  ['s/a*/b/', 'caa\n'],
  ['s/a+/b/', 'a+a\n'],
  ['s/a.c/d/', 'abc a.c\n'],
  ['s/*/d/', 'a*c\n'],
  ['s/\\(a\\)\\(x\\)/\\2\\1/', 'axa\n'],
  ['s/[[:alpha:]]/b/', 'axa\n'],
  ['s/a\\+\\(x\\)/<\\1>/', 'aaxxx\n'],
  ['s/(a)/b/', 'a(a)\n'],
];
const EXTENDED: readonly [script: string, text: string][] = [
  ['s/.*-([0-9.]+)/\\1/', 'foo-1.2\n'],
  ['s/([ab]+|c)x?/<&>/g', 'abx-bxa\n'],
  ['s/a{2}\\+/<&>/', 'aaa+aa\n'],
  ['s/\\(a\\)/b/', '(a)a\n'],
  ['s/^([^.]+)\\.([a-z]+)$/\\2.\\1/', 'a.txt\n'],
];

describe('what sed makes of a known text', () => {
  const told = (script: string, text: string, options = '') =>
    readCommand(`x "$(printf %s '${text}' | sed ${options}'${script}')"`).invocations.at(-1)?.args[0]?.text;

  it.each(EXTENDED)('%j is what GNU sed -E prints', (script, text) => {
    const real = spawnSync('sed', ['-E', script], { input: text, encoding: 'utf8' });
    expect(told(script, text, '-E ')).toBe(real.stdout.replace(/\n+$/, ''));
  });

  it.each(EVALUATED)('%j is what GNU sed prints', (script, text) => {
    const real = spawnSync('sed', [script], { input: text, encoding: 'utf8' });
    expect(told(script, text)).toBe(real.stdout.replace(/\n+$/, ''));
  });

  it.each(['y/abc/xyz/', 's/\\(a*\\)*/b/', 's/\\(a\\)\\1/b/', 's/a/\\U&/', 'G', 's/a/b/3', ':a;s/a/b/;ta'])(
    '%s is not followed',
    (script) => {
      expect(told(script, 'axa')).toBe(UNREAD_VALUE);
    },
  );
});

describe('scripts of sed are taken apart as GNU sed does', () => {
  it.each([
    '1,20p',
    '/^$/d;s/#.*//',
    '1i\\\nhello',
    ':a;N;$!ba;s/\\n/ /g',
    '$!N;s/\\n/ /;P;D',
    '0~3d',
    '2q',
    '2q5',
    '/start/,/end/{//!d}',
    '$a last line',
    '1,/^---$/d',
    '/a/I,+3d',
    's/a/b/2;t;s/c/d/',
    '\\,a,d',
    '/re/c\\new text',
    's/[]/]/x/',
    '$=',
    'l 80',
    'n;d',
    '/a/!s/b/c/',
    '1!G;h;$!d',
    's/a/b/ # why',
  ])('%j', (script) => {
    expect(spawnSync('sed', ['-n', script], { input: 'a\nb\n' }).status).not.toBe(1);
    expect(readCommand(`sed -n '${script}' f`).problem).toBeUndefined();
  });
});

describe('what a script of sed runs and writes is read', () => {
  it.each<[string, string[]]>([
    ["echo 'rm x' | sed e", ['echo rm x', 'sed e from=echo', 'sed: rm x']],
    ["echo x | sed 's/^/rm /e'", ['echo x', 'sed s/^/rm /e from=echo', 'sed: rm x']],
    ["sed '1e rm x' f", ['sed 1e rm x f', 'sed: rm x']],
    ["sed -n '/a/{s/a/rm x/e;p}' f", ['sed -n /a/{s/a/rm x/e;p} f', 'sed: rm x']],
    ['sed 1e f', ['sed 1e f', 'sed: sh f']],
    ["echo 'rm x' | sed -n 'w f'; sh f", ['echo rm x', 'sed -n w f write=f from=echo', 'sh f', 'sh: rm x']],
    ["echo 'xm x' | sed 's/x/r/w f'; sh f", ['echo xm x', 'sed s/x/r/w f write=f from=echo', 'sh f', 'sh: rm x']],
    ["sed 'r /etc/shadow' f", ['sed r /etc/shadow f read=/etc/shadow']],
    ["sed 's/a/b/w /dev/stdout' f", ['sed s/a/b/w /dev/stdout f']],
    ["sed -f - f <<< '1e rm x'", ['sed -f - f', 'sed: rm x']],
  ])('%s', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
