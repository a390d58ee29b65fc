import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cleanUp, givenRoom } from './given.js';

afterAll(cleanUp);

const script = join(import.meta.dirname, '../scripts/requirements.mjs');
const call = (...argv: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const idsOf = (text: string) => Object.values(parse(text)).flatMap((section) => Object.keys(section as object));

describe('docs/requirements.md', () => {
  it('is what the requirements and the tags of tests say', () => {
    expect(call('--check')).toEqual({ status: 0, output: 'docs/requirements.md is up to date\n' });
  });

  it('has every requirement', () => {
    const ids = Object.entries({ K: 10, R: 17, A: 6, S: 7, G: 11, P: 4 }).flatMap(([letter, most]) =>
      Array.from({ length: most }, (_, i) => `${letter}${i + 1}`),
    );
    expect(idsOf(readFileSync('docs/requirements.yml', 'utf8')).sort()).toEqual(ids.sort());
  });

  it('has every requirement that a comment of src refers to', () => {
    const cited = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(/\brequirements? ([A-Z]\d+[a-z]?)\b/g)])
      .map(([, id]) => id!);
    const ids = idsOf(readFileSync('docs/requirements.yml', 'utf8'));
    expect([...new Set(cited)].filter((id) => !ids.includes(id)).sort()).toEqual([]);
    expect(cited.length).toBeGreaterThan(30);
  });
});

describe('the tables of requirements', () => {
  const EMPTY = '# R\n\n<!-- requirements -->\n<!-- /requirements -->\n\nend\n';
  function given(tests: Record<string, string>, page = EMPTY) {
    const root = givenRoom();
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/requirements.md'), page);
    writeFileSync(
      join(root, 'docs/requirements.yml'),
      'Contracts:\n  K1: one file\n  K2: {text: pinned, partly: no archive}\nRuns:\n  R1: {text: causes, built: false}\n',
    );
    mkdirSync(join(root, '__tests__/a'), { recursive: true });
    for (const [name, text] of Object.entries(tests)) writeFileSync(join(root, '__tests__', name), text);
    return root;
  }

  it('have a row for each requirement, with the tests that hold it', () => {
    const root = given({
      'b.test.ts': "// Holds K1, K2\ndescribe('x', () => {\n  // Holds K1\n  it('y', () => {});\n});\n",
      'a/c.test.ts': "// Holds K2\nit('z', () => {});\n",
      'a/notes.ts': '// Holds K9\n',
    });
    expect(call('--root', root, '--check')).toMatchObject({ status: 1 });
    expect(call('--root', root)).toEqual({ status: 0, output: 'docs/requirements.md: tables written\n' });
    const head = '| | asks | held by |\n|---|---|---|';
    expect(readFileSync(join(root, 'docs/requirements.md'), 'utf8')).toBe(
      '# R\n\n<!-- requirements -->\n\n' +
        `## Contracts\n\n${head}\n| K1 | one file | \`b.test.ts\` |\n` +
        '| K2 | pinned. *Partly*: no archive | `a/c.test.ts` `b.test.ts` |\n\n' +
        `## Runs\n\n${head}\n| R1 | causes | *not built* |\n\n<!-- /requirements -->\n\nend\n`,
    );
    expect(call('--root', root, '--check')).toMatchObject({ status: 0 });
  });

  it('are refused with a tag of no requirement, a requirement without a test, or a page without a place', () => {
    const root = given({ 'b.test.ts': "// Holds K1, K7\nit('y', () => {});\n" }, '# R\n');
    expect(call('--root', root)).toEqual({
      status: 1,
      output:
        'requirements: b.test.ts: holds K7, which docs/requirements.yml does not have\n' +
        'requirements: K2: no test says "// Holds K2"\n' +
        'requirements: docs/requirements.md has no place for the tables\n',
    });
  });
});
