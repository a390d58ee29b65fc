import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';

const root = join(import.meta.dirname, '..');
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

interface LockedPackage {
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}
const packages = Object.entries<LockedPackage>(readJson('package-lock.json').packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('package-lock.json', () => {
  it('names the native packages of every platform, so that npm ci accepts it on all of them', () => {
    const script = join(root, 'scripts', 'complete-lock.mjs');
    const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect({ status, missing: stdout }).toEqual({ status: 0, missing: '' });
  });

  it('has packages only that run on the oldest Node that package.json allows', () => {
    const oldest = minVersion(readJson('package.json').engines.node)!;
    const newer = packages.filter(([, { engines }]) => engines?.node && !satisfies(oldest, engines.node));
    expect(newer.map(([path, { engines }]) => `${nameOf(path)} needs Node ${engines?.node}`)).toEqual([]);
  });

  it('has no package whose install script package.json neither allows nor denies', () => {
    const decided = Object.keys(readJson('package.json').allowScripts);
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(scripted.filter((name) => !decided.includes(name))).toEqual([]);
  });
});
