import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { findContracts } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

describe('contracts named on a command line', () => {
  let room: string;
  beforeAll(() => {
    room = write(givenRoom(), {
      'tasks/a/contract.yml': 'a',
      'tasks/a/repo/contract.yml': 'not a task: it belongs to a repository',
      'tasks/b/contract.yml': 'b',
      'tasks/c/README.md': 'no contract here',
      'tasks/node_modules/x/contract.yml': 'x',
      'other.yml': 'o',
      'we[i]rd/contract.yml': 'w',
    });
  });
  const found = (...patterns: string[]) => findContracts(patterns, room).map((path) => path.slice(room.length + 1));

  it.each<[string, string[], string[]]>([
    ['a file', ['other.yml'], ['other.yml']],
    ['a folder with a contract', ['tasks/a'], ['tasks/a/contract.yml']],
    ['a folder of folders', ['tasks/'], ['tasks/a/contract.yml', 'tasks/b/contract.yml']],
    ['a pattern', ['tasks/*/contract.yml'], ['tasks/a/contract.yml', 'tasks/b/contract.yml']],
    ['a pattern that starts in the folder', ['*.yml'], ['other.yml']],
    ['a pattern with choices', ['tasks/{b,a}/contract.yml'], ['tasks/a/contract.yml', 'tasks/b/contract.yml']],
    ['a name that looks like a pattern', ['we[i]rd'], ['we[i]rd/contract.yml']],
    [
      'the same contract twice',
      ['tasks/a', 'tasks/a/contract.yml', 'tasks/*/contract.yml'],
      ['tasks/a/contract.yml', 'tasks/b/contract.yml'],
    ],
    ['several, in the order given', ['tasks/b', 'tasks/a'], ['tasks/b/contract.yml', 'tasks/a/contract.yml']],
  ])('by %s', (_, patterns, expected) => {
    expect(found(...patterns)).toEqual(expected);
  });

  it('by an absolute path or pattern', () => {
    expect(found(join(room, 'tasks/a'))).toEqual(['tasks/a/contract.yml']);
    expect(found(join(room, 'tasks/*/contract.yml'))).toEqual(['tasks/a/contract.yml', 'tasks/b/contract.yml']);
  });

  it.each(['nothing', 'tasks/*/contract.yaml', 'tasks/c', '', '../*/nowhere.yml'])(
    'by %p, which is nobody, are a mistake and never an empty success',
    (pattern) => {
      expect(() => findContracts([pattern], join(room, 'tasks/c'))).toThrow(
        new UserError(`no contract matches "${pattern}"`),
      );
    },
  );
});
