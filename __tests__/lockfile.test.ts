import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

describe('package-lock.json', () => {
  it('names the native packages of every platform, so that npm ci accepts it on all of them', () => {
    const script = join(import.meta.dirname, '..', 'scripts', 'complete-lock.mjs');
    const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect({ status, missing: stdout }).toEqual({ status: 0, missing: '' });
  });
});
