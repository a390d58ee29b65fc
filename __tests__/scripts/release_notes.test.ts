import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../scripts/release-notes.mjs');

describe('notes of a release are the section of its version in the changelog', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gatebench-release-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function notes(tag: string, changelog: string, version = '1.2.3') {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ version }));
    writeFileSync(join(root, 'CHANGELOG.md'), changelog);
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag, '--root', root], { encoding: 'utf8' });
    return [status, stdout, stderr];
  }
  const CHANGELOG = '# Changelog\n\n## 1.2.3 – 2026-12-01\n\n- New.\n\n## 1.2.2 – 2026-11-01\n\n- Old.\n';

  it('and nothing of the one before', () => {
    expect(notes('v1.2.3', CHANGELOG)).toEqual([0, '- New.\n', '']);
  });

  it.each([
    ['v1.2.4', CHANGELOG, 'the tag is "v1.2.4", and package.json says 1.2.3'],
    ['', CHANGELOG, 'the tag is "", and package.json says 1.2.3'],
    ['v1.2.3', '# Changelog\n\n## 1.2.30 – 2026-12-01\n\n- New.\n', 'CHANGELOG.md has no section 1.2.3'],
    ['v1.2.3', '## 1.2.3 – unreleased\n\n- New.\n', 'CHANGELOG.md calls 1.2.3 unreleased: write its date there'],
    ['v1.2.3', '## 1.2.3 – 2026-12-01\n\n## 1.2.2\n', 'CHANGELOG.md says nothing about 1.2.3'],
  ])('%j with %j is refused', (tag, changelog, fault) => {
    expect(notes(tag, changelog)).toEqual([1, '', `release-notes: ${fault}\n`]);
  });
});
