import { filterSearchPath } from '../../../src/contract/input/get_workspace_root.js';

describe('a PATH without a folder', () => {
  it.each([
    ['/usr/bin:/bin', '/usr/bin:/bin', []],
    ['/app/.venv/bin:/usr/bin:/app', '/usr/bin', ['/app/.venv/bin', '/app']],
    ['/application/bin:/app2:/', '/application/bin:/app2:/', []],
    [':/bin::bin:./x:', '/bin', ['', '', 'bin', './x', '']],
    ['//app/bin:/usr/../app/bin:/app/../bin', '/app/../bin', ['//app/bin', '/usr/../app/bin']],
    ['/app', '', ['/app']],
    ['', '', ['']],
  ])('%j keeps %j', (path, kept, dropped) => {
    expect(filterSearchPath(path, '/app')).toEqual({ kept, dropped });
  });
});
