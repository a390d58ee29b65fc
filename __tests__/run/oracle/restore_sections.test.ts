import fc from 'fast-check';
import { parse } from 'smol-toml';
import { findShadowingFolder } from '../../../src/run/oracle/find_shadowing_folder.js';
import { restoreSections } from '../../../src/run/oracle/restore_sections.js';

const TOML = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n';
const CFG = '[metadata]\nname = a\n\n[tool:pytest]\naddopts = -q\n';

describe("the runner's sections of a Python project's configuration", () => {
  it.each([
    ['nothing of the runner changed', 'pyproject.toml', `${TOML}[tool.black]\nline = 1\n`, TOML, undefined],
    [
      'a section that was changed goes back, the rest stays',
      'pyproject.toml',
      TOML.replace('-q', '-p evil').replace('"a"', '"b"'),
      TOML,
      TOML.replace('"a"', '"b"'),
    ],
    [
      'a section that was added goes',
      'pyproject.toml',
      '[project]\nname = "b"\n[tool.pytest.ini_options]\naddopts = "-p evil"\n[tool.mypy]\nstrict = false\n',
      '[project]\nname = "a"\n',
      '[project]\nname = "b"\n',
    ],
    [
      'a section that was taken out comes back',
      'pyproject.toml',
      '[project]\nname = "b"',
      TOML,
      '[project]\nname = "b"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
    ],
    [
      'a table in another spelling takes the whole file back',
      'pyproject.toml',
      '[tool]\npytest.ini_options.addopts = "-p evil"\n',
      TOML,
      TOML,
    ],
    ['a file that is no TOML is as before', 'pyproject.toml', 'a = [', TOML, TOML],
    [
      'setup.cfg, with every spelling of a head',
      'setup.cfg',
      '[metadata]\nname = b\n[ tool:pytest ]\naddopts = -p evil\n  [pytest]\nx = 1\n[coverage:run]\nx = 1\n',
      CFG,
      '[metadata]\nname = b\n[tool:pytest]\naddopts = -q\n',
    ],
  ])('%s', (_, name, patched, snapshot, expected) => {
    expect(restoreSections(name, patched, snapshot)).toBe(expected);
  });

  it('whatever a patch makes of the file, the runner reads what it read before', () => {
    const piece = fc.constantFrom(
      '[project]',
      'a = 1',
      '[tool.pytest.ini_options]',
      'addopts = "-p evil"',
      '[tool]',
      'pytest = 1',
      '"""',
      'x = """',
      '[[tool.pytest]]',
      '[tool."pytest"]',
      ' [tool.mypy]',
      'a = [',
      ']',
      '#',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const patched = pieces.join('\n');
        const text = restoreSections('pyproject.toml', patched, TOML) ?? patched;
        return (
          JSON.stringify((parse(text).tool as Record<string, unknown>).pytest) === '{"ini_options":{"addopts":"-q"}}'
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('files in the place of modules of the standard library', () => {
  it.each([
    ['json.py', ''],
    ['tests/unittest/__init__.py', 'tests'],
    ['tests/random.cpython-311-x86_64-linux-gnu.so', 'tests'],
    ['pytest.py', ''],
    ['tests/json/data.py', undefined],
    ['my_json.py', undefined],
    ['test/__init__.py', undefined],
    ['json.js', undefined],
  ])('%s: %s', (path, folder) => {
    expect(findShadowingFolder(path)).toBe(folder);
  });
});
