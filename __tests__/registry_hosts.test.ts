import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Hosts of public package registries, in pieces, so that this file is no exception to its own rule. */
const HOSTS = [
  ['registry', 'npmjs', 'org'],
  ['npmjs', 'com'],
  ['registry', 'yarnpkg', 'com'],
  ['pypi', 'org'],
  ['pypi', 'python', 'org'],
  ['files', 'pythonhosted', 'org'],
  ['proxy', 'golang', 'org'],
  ['sum', 'golang', 'org'],
  ['index', 'crates', 'io'],
  ['static', 'crates', 'io'],
  ['//crates', 'io'],
  ['rubygems', 'org'],
  ['repo', 'maven', 'apache', 'org'],
  ['repo1', 'maven', 'org'],
  ['packagist', 'org'],
  ['nuget', 'org'],
  ['registry', 'hub', 'docker', 'com'],
].map((parts) => parts.join('.'));

/** What the build makes of packages holds their texts. */
const BUILT = /^(dist|schema)\//;

// Holds K4
describe('the house: no host of a package registry', () => {
  it('stands in code, tests, documents or the lock: what is public is asked of the tools of the machine', () => {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
      .toString('utf8')
      .split('\0')
      .filter((file) => file !== '' && !BUILT.test(file));
    const found = files.flatMap((file) => {
      const lines = textOf(file).toLowerCase().split('\n');
      return lines.flatMap((line, at) => (HOSTS.some((host) => line.includes(host)) ? [`${file}:${at + 1}`] : []));
    });
    expect(files.length).toBeGreaterThan(1000);
    expect(found).toEqual([]);
  });
});

function textOf(file: string): string {
  try {
    return readFileSync(join(root, file), 'latin1');
  } catch {
    return ''; // removed, or a link to a folder
  }
}
