import { blankNonCode, findProseLines, isCodeLine } from '../../src/language/blank_non_code.js';
import { detectSourceLanguage } from '../../src/language/source_language.js';

describe('a line without its strings and comments', () => {
  it.each<[string, string, string]>([
    ['a.js', `f("// no", 'a\\'b'); // g()`, `f(       ,       );       `],
    ['a.c', 'int a /* 1 */ = 2; /* 3', 'int a         = 2;     '],
    ['a.py', 'x = "#" # y', 'x =        '],
    ['a.sh', 'echo $#', 'echo $#'],
    ['a.lua', 'x = 1 -- y', 'x = 1     '],
  ])('%s: %s', (path, line, code) => {
    expect(blankNonCode(line, detectSourceLanguage(path)!)).toBe(code);
  });
});

describe('a line of code has more than punctuation and is no comment', () => {
  it.each<[string, string, boolean]>([
    ['a.js', '  return 1;', true],
    ['a.js', '  });', false],
    ['a.js', '  // return', false],
    ['a.js', '  * returns', false],
    ['a.py', '"""Returns', false],
    ['a.py', '// 2', true],
  ])('%s: %s', (path, line, is_code) => {
    expect(isCodeLine(line, detectSourceLanguage(path)!)).toBe(is_code);
  });
});

describe('lines in comments and texts of several lines', () => {
  it.each<[string, string[], number[]]>([
    ['a.py', ['def f():', '    """One', '    two 1', '    """', '    return 1'], [1, 2, 3]],
    ['a.py', ['"""all in one"""', 'x = 1'], []],
    ['a.js', ['/**', ' * text', ' */', 'f();', '/* one */ g();'], [0, 1, 2]],
  ])('%s %j', (path, lines, expected) => {
    expect([...findProseLines(lines, detectSourceLanguage(path)!)]).toEqual(expected);
  });
});
