import { parseIni } from '../../../src/project/parsing/parse_ini.js';

it('values of several lines are joined, comments and stray lines are left out', () => {
  const text =
    'stray = 1\n# x\n[testenv]\ndeps =\n    pytest  # runner\n    -r{toxinidir}/a.txt\n\ncommands: pytest {posargs}\nnothing\n[tool:pytest]\nx=a=b';
  const sections = parseIni(text);
  expect(Object.fromEntries([...sections].map(([name, values]) => [name, Object.fromEntries(values)]))).toEqual({
    testenv: { deps: 'pytest\n-r{toxinidir}/a.txt', commands: 'pytest {posargs}' },
    'tool:pytest': { x: 'a=b' },
  });
  expect(parseIni(undefined).size).toBe(0);
});
