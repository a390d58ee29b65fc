import { selectMinedChanges } from '../../../src/commands/init/mined_changes.js';
import type { Project } from '../../../src/project/project.js';
import type { CommitChange } from '../../../src/workspace/history/read_commit.js';

const project = {
  isTestFile: (path: string) => path.endsWith('.test.js'),
  isTestSupport: () => false,
} as unknown as Project;

const file = (path: string, added_lines: number) => ({ path, new_mode: '100644', added_lines, deleted_lines: 0 });

function givenChange(commit: string, authored_at: string, subject = 'Fix the sum', lines = 10): CommitChange {
  return {
    ...{ commit, parent: 'p', merge: false, subject, body: '', authored_at },
    files: [file('a.js', lines), file('a.test.js', 5)] as unknown as CommitChange['files'],
  };
}

const order = (...changes: CommitChange[]) =>
  selectMinedChanges(changes, [project]).candidates.map(({ commit }) => commit);

describe('the changes of a history', () => {
  it('come the latest first, where they are alike', () => {
    const years = ['2025', '2012', '2019'].map((year) => givenChange(year, `${year}-05-01T00:00:00Z`));
    expect(order(...years)).toEqual(['2025', '2019', '2012']);
  });

  it('are ranked by what they change before their age: a repair of last year comes before a chore of today', () => {
    const chore = givenChange('chore', '2025-05-01T00:00:00Z', 'Rename the sum');
    expect(order(chore, givenChange('repair', '2024-05-01T00:00:00Z'))).toEqual(['repair', 'chore']);
  });

  it('come late without a date that can be read', () => {
    const unknown = givenChange('unknown', 'soon');
    expect(
      order(givenChange('2025', '2025-05-01T00:00:00Z'), unknown, givenChange('2023', '2023-05-01T00:00:00Z')),
    ).toEqual(['2025', '2023', 'unknown']);
  });

  it('are not all old because one has a date that is still to come', () => {
    const years = ['2025', '2037', '2012', '2019'].map((year) => givenChange(year, `${year}-05-01T00:00:00Z`));
    expect(order(...years)).toEqual(['2025', '2037', '2019', '2012']);
  });

  it('that change no test are counted, not tried', () => {
    const { candidates, left_out } = selectMinedChanges(
      [{ ...givenChange('a', '2025-05-01T00:00:00Z'), files: [file('a.js', 1)] as unknown as CommitChange['files'] }],
      [project],
    );
    expect([candidates, [...left_out]]).toEqual([[], [['changes no test', 1]]]);
  });
});
