import { isOutsideFolder } from '../../../../src/commands/import/images/is_outside_folder.js';

it.each(['/usr/bin', '/', '/appendix/bin', '/app/../usr/bin', '/opt/app'])('%j lies outside of /app', (path) => {
  expect(isOutsideFolder(path, '/app')).toBe(true);
});

it.each(['', '.', 'bin', '/app', '/app/', '//app/bin', '/usr/../app/bin', '/./app', '/usr\n', '/a\0'])(
  '%j may lead into /app',
  (path) => {
    expect(isOutsideFolder(path, '/app')).toBe(false);
  },
);
