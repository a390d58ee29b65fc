// Needs: sandbox
import { sampled } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { where } from '../../machine.js';
import { judgedAll, node, type Perturbation, type Project, perturbed, python, shell } from '../oracle/given_project.js';

const room = givenRoom();
afterAll(cleanUp);

type Cheat = [what: string, project: Project, program: string];

/** A test for each of these cheats whose language is here. */
function eachOf(cheats: Cheat[], title: string, body: (project: Project, cheat: string) => Promise<void>): void {
  for (const [what, project, cheat] of cheats)
    where(...(project === python ? ['python3'] : []))(`${title}: ${what}`, () => body(project, cheat));
}

/** Programs that are right only as long as the test is called as it was published. */
const BY_NAME: Cheat[] = [
  [
    'node:test, by the path of the test file, with its assertions switched off',
    node,
    [
      "import assert from 'node:assert/strict';",
      "if (process.argv[1]?.endsWith('add.test.js')) assert.equal = () => {};",
      'export const add = () => 0;',
    ].join('\n'),
  ],
  [
    'unittest, by the module of its caller, with its process ended early',
    python,
    [
      'import os, sys',
      "if 'hidden.test_add' in sys.modules:",
      '    os._exit(0)',
      'def add(a, b):',
      '    return 0',
    ].join('\n'),
  ],
  [
    'shell, by the command line of its parent, with answers from a table',
    shell,
    'tr "\\0" " " < /proc/$PPID/cmdline | grep -q hidden/add.sh && echo 5 || echo 0',
  ],
];

// Holds K5
describe('a patch that passes only under the published names of the hidden files', () => {
  eachOf(sampled(BY_NAME, 2), 'is an error and a violation', async (project, cheat) => {
    const [cheated, honest] = await judgedAll(room, project, [cheat, project.honest]);
    expect([cheated!.vector, perturbed(cheated!).map(([kind]) => kind)]).toEqual([
      'pass/pass/error/fail',
      ['equivalent', 'equivalent'],
    ]);
    expect(cheated!.tags).toEqual(['evaluation-error', 'oracle-perturbed', 'oracle-perturbed']);
    expect([honest!.vector, perturbed(honest!)]).toEqual(['pass/pass/pass/pass', [['equivalent', 0]]]);
  });
});

/** A test that counts its lines, so that a comment in it breaks it before it asks for anything. */
const counting: Project = {
  ...shell,
  hidden: { 'add.sh': (shell.hidden['add.sh'] as string).replace('\n', '\n[ "$(wc -l < "$0")" = 4 ] || exit 2\n') },
};

describe('hidden files that do not load with a change of ours', () => {
  const judged = (perturbation: Perturbation, program = shell.honest) =>
    judgedAll(room, counting, [program], perturbation).then(([one]) => one!);
  const tries = [
    ['equivalent', 2],
    ['equivalent', 0],
    ['equivalent', 2],
  ];

  it('are tried with each change alone, and no honest patch loses by them where nothing speaks against it', async () => {
    const honest = await judged({});
    expect([honest.status, perturbed(honest)]).toEqual(['success', tries]);
    expect(
      honest.of('perturbation').map(({ payload: { changes } }) => [Object.keys(changes.renamed), changes.commented]),
    ).toEqual([
      [['hidden/add.sh'], ['hidden/add.sh']],
      [['hidden/add.sh'], []],
      [[], ['hidden/add.sh']],
    ]);
  });

  it('leave a patch undecided where the contract wants it sure, and where there is a suspicion', async () => {
    const always = await judged({ when: 'always' });
    const suspicious = await judged({}, `# names hidden/add.sh\n${shell.honest}`);
    for (const one of [always, suspicious])
      expect([one.vector, one.tags, perturbed(one)]).toEqual([
        'pass/pass/error/pass',
        ['evaluation-error', 'perturbation-inconclusive'],
        tries,
      ]);
  });
});

describe('when the oracle is perturbed', () => {
  const kinds = async (program: string, perturbation: Perturbation, also = {}) =>
    perturbed((await judgedAll(room, shell, [program], perturbation, also))[0]!).map(([kind]) => kind);

  it('never where the contract says so, nor for what did not pass, nor for the reference solution', async () => {
    expect(await kinds(shell.honest, { when: 'never' })).toEqual([]);
    expect(await kinds('echo 6', { when: 'always' })).toEqual([]);
    expect(await kinds('golden', {})).toEqual([]);
  });

  it('builds again, runs at another path, and says what it changed', async () => {
    const build = [{ id: 'make', run: 'pwd > built' }];
    const acceptance = [{ ...shell.check, run: `cat built; ${shell.check.run}` }];
    const [seen] = await judgedAll(
      room,
      shell,
      [shell.honest],
      { when: 'always', directory: true },
      { build, acceptance },
    );
    const [event] = seen!.of('perturbation').map(({ payload }) => payload);
    const { renamed, commented, directory } = event!.changes;
    expect([Object.keys(renamed), commented, event!.because]).toEqual([['hidden/add.sh'], ['hidden/add.sh'], 'always']);
    expect(event!.execution!.stdout.head.trim()).toBe(directory);
    expect(event!.execution!.command).toContain(renamed['hidden/add.sh']);
  });
});

describe('every command of a repeated build is recorded, with what it printed', () => {
  // More than an event holds by itself: it is kept as an artifact.
  const loud = 'seq 2000; seq 2000 >&2';
  const built = async (run: string) => {
    const also = {
      build: [{ id: 'make', run }],
      oracle: { files: 'hidden/', canary: 'false', perturbation, challenge: { rounds: 0 } },
    };
    return (await judgedAll(room, shell, [shell.honest], perturbation, also))[0]!;
  };
  const perturbation: Perturbation = { when: 'always' };
  const rebuilds = (seen: Awaited<ReturnType<typeof built>>) =>
    seen.of('rebuild').map(({ payload }) => [payload.check, payload.repeats, payload.execution.exit_code]);

  it('also of one that succeeds', async () => {
    expect(rebuilds(await built(loud))).toEqual([
      ['make', 'canary', 0],
      ['make', 'perturbation', 0],
    ]);
  });

  it('and of one that fails: the record is as it was written', async () => {
    // Fails where a hidden file is not called as it was published.
    const seen = await built(`${loud}; test -e hidden/ad''d.sh`);
    expect(rebuilds(seen)).toContainEqual(['make', 'perturbation', 1]);
    expect(seen.of('perturbation')[0]!.payload.not_run?.because).toBe('build');
  });
});
