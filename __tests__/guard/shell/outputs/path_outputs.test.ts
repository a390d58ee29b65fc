import { isDenied, outputOf } from '../judged.js';

describe('paths that are printed in another form are followed', () => {
  it.each<[string, string]>([
    ['cd /a; realpath b/../c /d/', '/a/c\n/d'],
    ['realpath --relative-to=/a /a/b', '/a/b'],
    ['cd /a/b; readlink -f ../..', '/'],
    ['readlink a', '?'],
    ['basename /', '/'],
    ['basename /a/b.c/ .c', 'b'],
    ['basename -s .c a.c b/b.c', 'a\nb'],
    ['basename "$X"', '?'],
    ['basename "$X/a"', 'a'],
    ['dirname /a/b c', '/a\n.'],
  ])('%s', (line, text) => {
    expect(outputOf(line)).toBe(text);
  });

  it.each(['rm -rf "$(realpath /)"', 'rm -rf "$(readlink -f ../../..)"', 'rm -rf "$(basename /)"'])(
    'denied: %s',
    (line) => {
      expect(isDenied(line)).toBe(true);
    },
  );

  it.each([
    'rm -rf "$(realpath build)"',
    'cd "$(dirname "$(realpath "$0")")" && rm -rf dist',
    'rm -rf "$(dirname build/x)"',
    'rm -rf "$(basename dist)"',
  ])('left alone: %s', (line) => {
    expect(isDenied(line)).toBe(false);
  });
});
