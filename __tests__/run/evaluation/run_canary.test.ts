// Needs: sandbox
import { cleanUp, givenRoom } from '../../given.js';
import { judgedAll, node, type Project } from '../oracle/given_project.js';

const room = givenRoom();
afterAll(cleanUp);

const withCanary: Project = {
  ...node,
  hidden: {
    ...node.hidden,
    'canary.test.js': (node.hidden['add.test.js'] as string).replace('add(2, 3), 5', 'add(2, 3), 6'),
  },
};
const run = 'node --test --test-reporter=junit --test-reporter-destination=$REPORT hidden/canary.test.js';
const oracle = (must_fail?: string[]) => ({
  files: 'hidden/',
  perturbation: { when: 'never' as const },
  challenge: { rounds: 0 },
  canary: { run, report: 'junit' as const, ...(must_fail ? { must_fail } : {}) },
});

describe('a canary with a true test beside the false one', () => {
  it('is armed when it says which must fail, and disarmed when it does not', async () => {
    const [named] = await judgedAll(room, withCanary, [node.honest], {}, { oracle: oracle(['adds two numbers']) });
    const [unnamed] = await judgedAll(room, withCanary, [node.honest], {}, { oracle: oracle() });
    expect([named!.vector, unnamed!.vector, unnamed!.tags]).toEqual([
      'pass/pass/pass/pass',
      'pass/pass/error/fail',
      ['evaluation-error', 'oracle-disarmed', 'oracle-disarmed'],
    ]);
  });

  it('is not armed by code that does not load with it', async () => {
    const refusing = `if (!process.argv[1].endsWith('add.test.js')) throw new Error('no');\n${node.honest}`;
    const [seen] = await judgedAll(room, withCanary, [refusing], {}, { oracle: oracle(['adds two numbers']) });
    expect([seen!.vector, seen!.tags]).toEqual(['pass/pass/error/pass', ['canary-inconclusive', 'evaluation-error']]);
    expect(seen!.result.verdict.gates[2]!.why).toMatch(/^canary: failed outside of its tests, or before them: /);
  });
});
