import { splitCommands } from '../../../src/language/shell/split_commands.js';

describe('scripts of a manifest are split into simple commands', () => {
  const cases: [script: string, commands: string[][]][] = [
    ['a && b || c; d & e', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['A=1 B="x y" mocha "a b" \'c d\' e\\ f', [['A=1', 'B="x y"', 'mocha', 'a b', 'c d', 'e f']]],
    ['tape test/*.js | tap-spec && done', [['tape', 'test/*.js'], ['done']]],
    ['a > out 2>&1 < in -x', [['a', '-x']]],
    ['(cd x && y)', [['cd', 'x'], ['y']]],
    ["unclosed 'quote", [['unclosed', 'quote']]],
    ['', []],
  ];
  it.each(cases)('%s', (script, commands) => {
    expect(
      splitCommands(script).map(({ assignments, words }) => [...assignments, ...words.map(({ value }) => value)]),
    ).toEqual(commands);
  });
});
