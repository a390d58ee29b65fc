import fc from 'fast-check';
import { installs } from '../../../../src/run/monitors/breakers/reinstall_loop.js';
import { simpleCommands } from '../../../../src/run/monitors/breakers/simple_commands.js';

const read = (line: string) => simpleCommands(line).commands.map((words) => words.join(' '));

describe('the simple commands of a line', () => {
  it.each<[string, string[]]>([
    ['rm -rf a', ['rm -rf a']],
    ['a && b || c; d & e | f |& g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['a\nb \\\n c', ['a', 'b c']],
    ['/bin/rm x', ['rm x']],
    ['A=1 B=$(whoami) rm x', ['whoami', 'rm x']],
    [`'r'm "x y" r\\m`, ['rm x y rm']],
    ['echo "a; rm b" # ; rm c', ['echo a; rm b']],
    ['echo "$(rm `id`)"', ['id', 'rm ', 'echo ']],
    ['if true; then rm a; else git push; fi', ['true', 'rm a', 'git push', 'fi']],
    ['(cd a && { rm b; })', ['cd a', 'rm b']],
    ['echo {a,b} a=}', ['echo {a,b} a=}']],
    ['rm a > /dev/null 2>&1 < in', ['rm a']],
    ['rm 2> err a &> out', ['rm a']],
    ['sudo -u root -n rm a', ['sudo -u root -n rm a', 'rm a']],
    ['timeout -k 5 10 nice -n 3 rm a', ['timeout -k 5 10 nice -n 3 rm a', 'nice -n 3 rm a', 'rm a']],
    ['env -u X A=1 rm a', ['env -u X A=1 rm a', 'rm a']],
    ['ls | xargs -n 1 rm', ['ls', 'xargs -n 1 rm', 'rm']],
    [`bash -lc 'git push && rm a'`, ['bash -lc git push && rm a', 'git push', 'rm a']],
    [`eval "rm a"`, ['eval rm a', 'rm a']],
    ['find . -name x -exec rm {} +', ['find . -name x -exec rm {} +', 'rm {} +']],
    ['git -C a -c b=c --no-pager push origin', ['git push origin']],
    ['cat <<EOF\nrm a\nEOF\nls', ['cat', 'ls']],
    ['sh <<EOF\nrm a\nEOF\nls', ['sh', 'rm a', 'ls']],
    ['cat <<< "rm a"', ['cat']],
    ['diff <(rm a) b', ['rm a', 'diff  b']],
    ['', []],
    ["echo 'open", ['echo open']],
  ])('%j', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });

  it('end for every line, however it is made', () => {
    const piece = fc.constantFrom(
      'rm',
      ' ',
      '"',
      "'",
      '`',
      '$(',
      ')',
      '(',
      '{',
      '}',
      '<<E',
      '\n',
      'E',
      '\\',
      '#',
      '&',
      '|',
      '>',
      'sh -c ',
      'eval ',
      'sudo ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 }), (pieces) => {
        for (const words of simpleCommands(pieces.join('')).commands) expect(words.length).toBeGreaterThan(0);
      }),
    );
  });

  it('of a line that nests without end, or is very long, are read in bounded time, and the rest is said to be missing', () => {
    const lines = [`${'$('.repeat(5000)}rm a`, 'rm a;'.repeat(100_000), "eval '".repeat(3000), 'sudo '.repeat(3000)];
    for (const line of lines) expect(simpleCommands(line).commands.length).toBeLessThan(20_000);
    const partial = ['rm a', `${'$('.repeat(20)}rm a`, `${' '.repeat(70_000)}rm a`, `${'nice '.repeat(20)}rm a`];
    expect(partial.map((line) => simpleCommands(line).partial)).toEqual([false, true, true, true]);
  });
});

describe('what installs dependencies', () => {
  it.each<[string, string | undefined]>([
    ['npm ci --ignore-scripts', 'npm'],
    ['npm --prefix web install', undefined], // an option with a value of its own is not told apart
    ['npm test', undefined],
    ['yarn', 'npm'],
    ['pip3 install -r requirements.txt', 'pip'],
    ['python3 -m pip install x', 'pip'],
    ['cargo fetch', 'cargo'],
    ['cargo build', undefined],
    ['go mod download', 'go'],
    ['bundle install', 'gem'],
    ['apt-get -y install x', 'apt'],
    ['apt list', undefined],
  ])('%s: %s', (line, ecosystem) => {
    expect(simpleCommands(line).commands.map(installs)).toEqual([ecosystem]);
  });
});
