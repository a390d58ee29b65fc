import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

const script = join(import.meta.dirname, '../../scripts/assemble-notes.mjs');
const call = (...argv: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], { encoding: 'utf8' });
  return [status, stdout + stderr];
};

function given(changelog: string, notes: Record<string, string>) {
  const root = givenRoom();
  mkdirSync(join(root, '.changes'));
  writeFileSync(join(root, 'package.json'), '{"version": "1.2.3"}');
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  for (const [name, text] of Object.entries(notes)) writeFileSync(join(root, '.changes', name), text);
  return root;
}
const note = (kind: string, text: string) => `---\nkind: ${kind}\n---\n${text}\n`;
const NOTES = {
  'b.md': note('added', 'A verb\n  more.'),
  'a.md': note('fixed', 'A fault.'),
  'c.md': note('breaking', 'X.'),
};
const LINES = '- **Breaking.** X.\n- A verb more.\n- Fixed: A fault.\n';

describe('change notes become the section of a release', () => {
  it('a new one above the others, and are gone then', () => {
    const root = given('# Changelog\n\n## 1.2.2 – 2026-11-01\n\n- Old.\n', NOTES);
    expect(call('--root', root, '--date', '2026-12-01')).toEqual([0, 'CHANGELOG.md: 3 notes in 1.2.3\n']);
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe(
      `# Changelog\n\n## 1.2.3 – 2026-12-01\n\n${LINES}\n## 1.2.2 – 2026-11-01\n\n- Old.\n`,
    );
    expect(readdirSync(join(root, '.changes'))).toEqual([]);
  });

  it('or one that is still called unreleased, behind what it says', () => {
    const root = given('# Changelog\n\n## 1.2.3 – unreleased\n\nFirst.\n', NOTES);
    expect(call('--root', root, '--date', '2026-12-01')).toMatchObject([0, expect.anything()]);
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe(
      `# Changelog\n\n## 1.2.3 – 2026-12-01\n\nFirst.\n\n${LINES}`,
    );
  });

  it('but none that was released, and none of nothing', () => {
    const released = given('# Changelog\n\n## 1.2.3 – 2026-12-01\n\n- New.\n', NOTES);
    expect(call('--root', released)).toEqual([1, 'assemble-notes: CHANGELOG.md has 1.2.3 already\n']);
    expect(call('--root', given('# Changelog\n', {}))).toEqual([1, 'assemble-notes: .changes holds no note\n']);
  });

  it.each([
    ['Just words.\n', 'begins with a kind: breaking, security, added, changed, fixed'],
    [note('news', 'x'), 'begins with a kind: breaking, security, added, changed, fixed'],
    [note('added', ''), 'says nothing'],
    [note('added', 'x '.repeat(61)), 'has more than 60 words'],
  ])('%j is no note', (text, fault) => {
    const root = given('# Changelog\n', { 'a.md': text });
    expect(call('--check', '--root', root)).toEqual([1, `assemble-notes: .changes/a.md ${fault}\n`]);
  });

  it('and those of this repository are as they must be', () => {
    expect(call('--check')).toEqual([0, expect.stringMatching(/^\d+ change notes\n$/)]);
  });
});
