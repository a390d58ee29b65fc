import { readCommand } from '../../../src/guard/shell/read_command.js';
import { findWrittenPaths } from '../../../src/run/safety/find_written_paths.js';
import { createProtectedPathMatcher } from '../../../src/run/safety/protected_path_matcher.js';

const globs = ['config/prod.yml', 'deploy/**', '*.lock', 'src/*.pem'];
/** The protected path that a command would change. */
const touched = (command: string) =>
  createProtectedPathMatcher(globs)(findWrittenPaths(readCommand(command, { folder: '/work' }).invocations, '/work'));

describe('protected paths that a command line names to change', () => {
  it.each<[string, string]>([
    ['echo x > config/prod.yml', 'config/prod.yml'],
    ['echo x >> ./config//prod.yml', 'config/prod.yml'],
    ['cd config && rm prod.yml', 'config/prod.yml'],
    ['rm /work/config/prod.yml', 'config/prod.yml'],
    ['rm -rf config', 'config'],
    ['rm -rf .', ''],
    ['rm config/*', 'config/*'],
    ['rm config/pro?.yml', 'config/pro?.yml'],
    ['mv config old', 'config'],
    ['mv config/prod.yml x', 'config/prod.yml'],
    ['cp x config/prod.yml', 'config/prod.yml'],
    ['cp -t deploy x y', 'deploy'],
    ['tee deploy/run.sh < x', 'deploy/run.sh'],
    ['sed -i s/a/b/ config/prod.yml', 'config/prod.yml'],
    ['chmod 777 deploy/x', 'deploy/x'],
    ['dd if=x of=config/prod.yml', 'config/prod.yml'],
    ['truncate -s 0 yarn.lock', 'yarn.lock'],
    ['bash -c "echo > yarn.lock"', 'yarn.lock'],
    ['rm src/*.pem', 'src/*.pem'],
    ['git rm deploy/x', 'deploy/x'],
    ['git -C /work mv config old', 'config'],
    ['git checkout HEAD~1 -- deploy/x', 'deploy/x'],
    ['git restore config/prod.yml', 'config/prod.yml'],
    ['tar xf x.tar -C deploy/new', 'deploy/new'],
    ['unzip x.zip -d deploy/new', 'deploy/new'],
    ['patch deploy/x < x.patch', 'deploy/x'],
    ['mkdir deploy/x', 'deploy/x'],
    ['sort x -o config/prod.yml', 'config/prod.yml'],
    ['cp --target-directory=deploy/new x', 'deploy/new'],
    ['ed deploy/x', 'deploy/x'],
    ['ruby -i -pe 1 deploy/x', 'deploy/x'],
    ['setfacl -m u::0 deploy/x', 'deploy/x'],
    ['find config -delete', 'config/*'],
  ])('%s', (command, path) => {
    expect(touched(command)).toBe(path);
  });

  it.each([
    'cat config/prod.yml',
    'cp config/prod.yml /tmp/x',
    'rm -rf dist',
    'sed s/a/b/ config/prod.yml',
    'echo deploy/x > out.txt',
    'rm ../config/prod.yml',
    'rm /etc/config/prod.yml',
    'rm "$FILE"',
    'git add yarn.lock',
    'git diff deploy/x',
    'git checkout main',
    'tar cf x.tar deploy',
    'find deploy -name x',
    'sort deploy/x',
  ])('none: %s', (command) => {
    expect(touched(command)).toBeUndefined();
  });

  it('locks of a folder reach what is protected in it; hostile patterns cost nothing', () => {
    const within = createProtectedPathMatcher(globs);
    expect(within([{ path: 'config', below: true }])).toBe('config');
    expect(within([{ path: 'config', below: false }])).toBeUndefined();
    expect(within([{ path: '', below: true }])).toBe('');
    expect(within([{ path: 'docs', below: true }])).toBeUndefined();
    expect(createProtectedPathMatcher([])([{ path: '', below: true }])).toBeUndefined();
    for (const path of ['*'.repeat(60_000), '{'.repeat(4000), `config/${'*p'.repeat(2000)}`, '['.repeat(4000)])
      within([{ path, glob: true, below: true }]);
  });
});

describe('what a glob protects', () => {
  it.each([
    ['migrations/**', 'migrations/a\nb.sql'],
    ['migrations/**', 'migrations/x\u2028y/1.sql'],
    ['**/secret.txt', 'a\nb/secret.txt'],
    ['config/*.yml', 'config/a\r.yml'],
    ['migrations', 'migrations/1.sql'],
    ['migrations/', 'migrations/deep/1.sql'],
    ['./migrations/', 'migrations'],
  ])('%s holds for %j', (glob, path) => {
    expect(createProtectedPathMatcher([glob])([{ path }])).toBe(path);
  });

  it.each([
    ['migrations', 'migrations-old/1.sql'],
    ['config/*.yml', 'config/deep/a.yml'],
    ['migrations/**', 'other/migrations/1.sql'],
  ])('%s does not hold for %j', (glob, path) => {
    expect(createProtectedPathMatcher([glob])([{ path }])).toBeUndefined();
  });
});
