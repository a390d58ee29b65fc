import { resolveSubmoduleUrl } from '../../../src/workspace/snapshot/resolve_submodule_url.js';

// Holds K2
describe('the URL of a submodule', () => {
  it.each([
    ['https://forge/owner/lib', 'https://forge/owner/super', 'https://forge/owner/lib'],
    ['../lib', 'https://forge/owner/super', 'https://forge/owner/lib'],
    ['../lib.git', 'https://user:token@forge/owner/super.git', 'https://user:token@forge/owner/lib.git'],
    ['../../other/lib', 'https://forge/owner/super/', 'https://forge/other/lib'],
    ['./lib', 'https://forge/owner/super', 'https://forge/owner/super/lib'],
    ['../lib/', 'https://forge:8443/owner/super', 'https://forge:8443/owner/lib'],
    ['../lib', 'file:///srv/git/super', 'file:///srv/git/lib'],
    ['../lib', '/srv/git/super', '/srv/git/lib'],
    ['../lib', '/super', '/lib'],
    ['./../lib', '/srv/super/', '/srv/lib'],
    ['../lib', 'git@forge:owner/super.git', 'git@forge:owner/lib'],
    ['../lib', 'git@forge:super.git', 'git@forge:lib'],
    ['../lib', 'git@forge:/srv/super.git', 'git@forge:/srv/lib'],
    ['../lib', 'ssh://git@forge:22/owner/super', 'ssh://git@forge:22/owner/lib'],
    ['..hidden', '/srv/super', '..hidden'],
  ])('%s of %s is %s', (url, parent, resolved) => {
    expect(resolveSubmoduleUrl(url, parent)).toEqual({ url: resolved });
  });

  it.each([
    ['../../lib', '/super'],
    ['../../../lib', 'https://forge/owner/super'],
    ['../../lib', 'git@forge:super'],
  ])('%s of %s leads above the root', (url, parent) => {
    expect(resolveSubmoduleUrl(url, parent)).toEqual({ fault: expect.stringContaining('above the root') });
  });
});
