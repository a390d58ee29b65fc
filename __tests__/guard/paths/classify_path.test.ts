import fc from 'fast-check';
import { NON_EMPTY_VALUE, UNKNOWN_VALUE } from '../../../src/guard/invocation.js';
import { classifyPath } from '../../../src/guard/paths/classify_path.js';
import { locatePath } from '../../../src/guard/paths/locate_path.js';
import type { PathClass } from '../../../src/guard/vocabulary/vocabulary.js';

const classes = (text: string, folder?: string): PathClass[] =>
  [...classifyPath({ text, glob: /[*?[]/.test(text) }, { workspace: '/work', folder })].sort();

describe('a path is located from where it begins, however it is written', () => {
  const cases: [path: string, folder: string | undefined, from: string, parts: string][] = [
    ['src/a.ts', undefined, 'workspace', 'src/a.ts'],
    ['./src//./a.ts', undefined, 'workspace', 'src/a.ts'],
    ['/work/src/../a.ts', undefined, 'workspace', 'a.ts'],
    ['a/../../b', undefined, 'above', 'b'],
    ['../etc/b', undefined, 'above', 'etc/b'],
    ['../../lib/b', undefined, 'above', 'lib/b'],
    ['../../etc/passwd', undefined, 'slash', 'etc/passwd'],
    ['x/../../../usr/bin/b', undefined, 'slash', 'usr/bin/b'],
    ['../../../../lib/b', undefined, 'slash', 'lib/b'],
    ['../../../../home/me/.bashrc', undefined, 'home', '.bashrc'],
    ['../../../root/.bashrc', 'src', 'home', '.bashrc'],
    ['..', '/work/src', 'workspace', ''],
    ['b', 'src', 'workspace', 'src/b'],
    ['b', '/etc', 'slash', 'etc/b'],
    ['../../etc/passwd', '/work/src', 'slash', 'etc/passwd'],
    ['~/.ssh', '/etc', 'home', '.ssh'],
    ['/home/me/x', undefined, 'home', 'x'],
    ['/root/x', undefined, 'home', 'x'],
    ['/home', undefined, 'home', ''],
    ['file:///etc/passwd', undefined, 'slash', 'etc/passwd'],
    [`${UNKNOWN_VALUE}/dist`, undefined, 'unknown', 'dist'],
    ['/workbench/a', undefined, 'slash', 'workbench/a'],
  ];
  it.each(cases)('%s in %s', (path, folder, from, parts) => {
    const found = locatePath(path, { workspace: '/work', folder });
    expect([found.from, found.parts.join('/')]).toEqual([from, parts]);
  });

  it('with dots and slashes put between, it stays where it is', () => {
    const name = fc.constantFrom('a', 'b.c', '.d', 'e f');
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.constantFrom('/', '//', '/./', '/x/../')),
        (names, seps) => {
          const joined = names.slice(1).reduce<string>((path, part) => path + seps.next().value + part, names[0]!);
          expect(locatePath(joined, { workspace: '/work' })).toEqual(
            locatePath(names.join('/'), { workspace: '/work' }),
          );
        },
      ),
    );
  });
});

describe('classes of places', () => {
  const cases: [path: string, ...PathClass[]][] = [
    ['/', 'root'],
    ['/*', 'root'],
    ['/etc', 'system', 'system-tree'],
    ['/usr/lib/*', 'system', 'system-tree'],
    ['/etc/nginx/conf.d', 'system'],
    ['/var/lib/apt/lists/*', 'disposable'],
    ['/dev/tcp/localhost/80', 'local-connection'],
    ['/dev/tcp/db/5432', 'local-connection'],
    ['/dev/fd/63'],
    ['/etc/passwd', 'accounts', 'system', 'system-tree'],
    ['/e*', 'system', 'system-tree'],
    ['/usr/local/bin/x', 'local-system'],
    ['~', 'home'],
    ['~/*', 'home'],
    ['~/Documents', 'personal'],
    ['~/code/app/src', 'outside'],
    ['~/.cache/pip', 'disposable'],
    ['.', 'workspace'],
    ['*', 'workspace'],
    ['..', 'workspace'],
    ['.??*', 'workspace'],
    ['src', 'source', 'source-folder'],
    ['src/parser', 'source', 'source-folder'],
    ['src/parser/old', 'inner'],
    ['node_modules', 'disposable'],
    ['packages/a/dist', 'disposable'],
    ['*.pyc', 'disposable'],
    ['.git', 'source', 'vcs'],
    ['.git/index.lock', 'disposable'],
    ['.git/hooks/pre-commit', 'inner', 'vcs', 'vcs-config'],
    ['/tmp/x', 'temp'],
    ['/tmp', 'temp-root'],
    ['/tmp/r/.git', 'temp'],
    ['/dev/null', 'nowhere'],
    ['/dev/sda1', 'device', 'system'],
    ['/dev/tcp/203.0.113.9/80', 'connection'],
    ['~/.bashrc', 'personal', 'startup'],
    ['/etc/cron.d/x', 'schedule', 'system'],
    ['~/.ssh/authorized_keys', 'authorized-keys', 'outside'],
    ['/srv/home/ada/.profile', 'local-system', 'startup'],
    [`${UNKNOWN_VALUE}/home/.bashrc`, 'startup'],
    [`${UNKNOWN_VALUE}/.config/systemd/user/a.service`, 'schedule'],
    ['/tmp/x/.bashrc', 'temp'],
    ['dotfiles/.bashrc', 'source'],
    ['/proc/sysrq-trigger', 'kernel', 'system'],
    ['/var/log/syslog', 'logs', 'system'],
    [UNKNOWN_VALUE, 'unknown'],
    [`${UNKNOWN_VALUE}/*`, 'unknown-folder'],
    [`${UNKNOWN_VALUE}/`, 'unknown-folder'],
    [`${UNKNOWN_VALUE}${UNKNOWN_VALUE}/.`, 'unknown-folder'],
    [`${NON_EMPTY_VALUE}/`],
    [`${UNKNOWN_VALUE}/build`, 'disposable'],
  ];
  it.each(cases)('%s', (path, ...expected) => {
    expect(classes(path)).toEqual([...expected].sort());
  });

  it('know the folder that a command runs in', () => {
    expect(classes('*', '/')).toEqual(['root']);
    expect(classes('*', '/tmp/x')).toEqual(['temp']);
    expect(classes('*', 'build')).toEqual(['disposable']);
    expect(classes('*', `${UNKNOWN_VALUE}`)).toEqual(['unknown-folder']);
    expect(classes('.env', 'config')).toContain('credentials');
  });

  it('never fail, whatever the path', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.option(fc.string({ maxLength: 20 }), { nil: undefined }),
        (text, folder) => {
          classifyPath({ text, glob: true }, { workspace: '/work', folder });
        },
      ),
    );
  });
});
