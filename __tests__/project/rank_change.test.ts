import { detectProjects } from '../../src/project/detection/detect_projects.js';
import { rankChange } from '../../src/project/rank_change.js';
import { createProjectFiles } from './create_project_files.js';

const { projects } = detectProjects(
  createProjectFiles({ 'package.json': { scripts: { test: 'node --test' } }, 'test/a.test.js': '', 'lib/a.js': '' }),
);
const FILES = ['lib/a.js', 'test/a.test.js'];

function rank(subject: string, paths: readonly string[] = FILES, body = ''): number {
  const files = paths.map((path) => ({ path, deleted: false, lines: 10 }));
  const judged = rankChange({ subject, body, files }, projects[0]!);
  if (!('rank' in judged)) throw new Error(judged.reason);
  return judged.rank;
}

const PLAIN = rank('Keep the cookie of the session');

describe('changes of behaviour come before changes of form, tools and documentation', () => {
  it.each([
    ['fix: sums of two numbers are wrong'],
    ['[Fix] `parse`: support keys that start with brackets'],
    ['Fix infinite loop in minify'],
    ['Handle extensions that contain dots'],
    ['Merge pull request: prevent a crash on empty input'],
  ])('%s', (subject) => expect(rank(subject)).toBeGreaterThan(PLAIN));

  it.each([
    ['Fix typo in the message'],
    ['fix(types): fix the type of extracted values'],
    ['types: allow a schema'],
    ['Fix type definitions of the parser'],
    ['fix: TypeScript errors of the second argument'],
    ['fix lint'],
    ['Fix tests'],
    ['[Refactor] `parse`: extract a helper'],
    ['[Dev Deps] update `eslint`, `tape`'],
    ['chore(deps): update dependency cross-env to v10'],
    ['style: sort imports'],
    ['lint and format'],
    ['prettier'],
    ['Bump version to 3.99.0'],
    ['10.2.6'],
    ['ci: test on the latest version'],
    ['docs: fix an example'],
    ['Drop Ruby 2.0'],
    ['Cleaned up a method because it was long'],
    ['Add 100% line coverage to the builder'],
    ["Merge remote-tracking branch 'origin/2.1.x'"],
    ['Revert "use the previous pointer"'],
  ])('%s', (subject) => expect(rank(subject)).toBeLessThan(PLAIN));

  it('declarations alone', () => {
    expect(rank('fix: sums', ['index.d.ts', 'test/a.test.js'])).toBeLessThan(PLAIN);
    expect(rank('fix: sums', ['index.d.ts', ...FILES])).toBeGreaterThan(PLAIN);
  });

  it('a name that holds such a word is none', () => {
    expect(rank('Fix the type of a node')).toBeGreaterThan(PLAIN);
    expect(rank('Fix Rack::Lint for streaming bodies')).toBeGreaterThan(PLAIN);
  });

  it('a fix that only the body names counts less, and files that steer tools cost', () => {
    const body = rank('Keep the cookie of the session', FILES, 'Fixes #12');
    expect(body).toBeGreaterThan(PLAIN);
    expect(body).toBeLessThan(rank('Fix the cookie of the session'));
    expect(rank('Keep the cookie of the session', [...FILES, '.eslintrc', '.github/workflows/ci.yml'])).toBeLessThan(
      PLAIN,
    );
  });
});

describe('tests of another time', () => {
  it.each([['test/old_runner.js'], ['test.js'], ['spec/a_spec.rb'], ['tests/test_a.py']])(
    '%s is one, though the runner of today would not run it',
    (path) => expect(rank('fix: sums', ['lib/a.js', path])).toBe(rank('fix: sums')),
  );

  it('a source file with such a name is source where there are tests of today', () => {
    expect(rank('fix: sums', ['lib/test_data.js', 'test/a.test.js'])).toBe(rank('fix: sums'));
  });

  it('data of tests come after tests', () => {
    expect(rank('fix: sums', ['lib/a.js', 'test/fixtures/sums.txt'])).toBeLessThan(rank('fix: sums'));
  });

  it('a source file is none', () => {
    for (const path of ['lib/latest.js', 'lib/contest.js', 'src/Spec.js', 'tsconfig.spec.json', 'compose.test.yml'])
      expect(() => rank('fix: sums', ['lib/a.js', path])).toThrow(/^changes no test$/);
  });
});
