import { detectSourceLanguage } from '../../../src/language/source_language.js';
import { findLineFaults } from '../../../src/run/validation/find_line_faults.js';

const faults = (path: string, line: string) =>
  findLineFaults(line, detectSourceLanguage(path)!).map(({ text }) => text);

describe('mechanical faults of one line', () => {
  it.each<[string, string, string[]]>([
    ['a.js', 'if (a === b) return;', ['if (a !== b) return;']],
    ['a.js', 'if (a != b) return;', ['if (a == b) return;']],
    ['a.js', 'if (a <= b && c) f();', ['if (a > b && c) f();', 'if (a <= b || c) f();']],
    ['a.js', 'const f = (a) => a >= 2;', ['const f = (a) => a < 2;', 'const f = (a) => a >= 3;']],
    ['a.js', 'if (!open(x)) close();', ['if (open(x)) close();']],
    ['a.js', 'const done = true;', ['const done = false;']],
    ['a.js', 'i += 1; j++;', ['i += 2; j++;', 'i += 1; j--;', 'i -= 1; j++;']],
    ['a.ts', 'const a: Map<string, number> = b;', []],
    ['a.py', 'if not a and b:', ['if not a or b:', 'if a and b:']],
    ['a.py', 'x = y - 10', ['x = y - 11', 'x = y + 10']],
    [
      'a.sh',
      '[ "$a" -eq 0 ] && exit 1',
      ['[ "$a" -eq 0 ] || exit 1', '[ "$a" -ne 0 ] && exit 1', '[ "$a" -eq 1 ] && exit 1', '[ "$a" -eq 0 ] && exit 2'],
    ],
    // Texts and comments are no code.
    ['a.js', 'say("1 === 2"); // a && b', []],
    ['a.js', "say('it\\'s 3 < 4');", []],
    ['a.py', '# if a == 1', []],
    ['a.js', ' * returns 1 when a < b', []],
    ['a.c', 'int a /* not 1 */ = 2; /* and 3', ['int a /* not 1 */ = 3; /* and 3']],
    ['a.js', 'const name2 = v1.x3;', []],
  ])('%s: %s', (path, line, expected) => {
    expect(faults(path, line).sort()).toEqual(expected.sort());
  });
});
