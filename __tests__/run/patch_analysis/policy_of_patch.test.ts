// Needs: sandbox
import { sampled } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { attemptsIn, summary } from '../../given_run.js';
import { GOLDEN, newFile } from '../../given_task.js';

afterAll(cleanUp);

const MANIFEST = `${JSON.stringify({ name: 'a', dependencies: { 'left-pad': '1.0.0' } }, null, 2)}\n`;
const adds = `${GOLDEN}${newFile('package.json', MANIFEST)}`;
const script = `${GOLDEN}${newFile('package.json', '{"scripts": {"postinstall": "node x.js"}}\n')}`;
const workflow = `${GOLDEN}${newFile('.github/workflows/a.yml', 'on: push\n')}`;
const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
const secret = `${GOLDEN}${newFile('config.js', `const a = 1;\nconst token = '${token}';\n`)}`;

// Holds K6
describe('K6: a patch is held against the policy, item by item', () => {
  const attempt = attemptsIn(givenRoom());
  const failed = (...tags: string[]) => ({
    exit_code: 1,
    status: 'failure',
    vector: 'pass/pass/pass/fail',
    tags,
  });
  const passed = (...tags: string[]) => ({ exit_code: 0, status: 'success', vector: 'pass/pass/pass/pass', tags });

  it('a dependency that the task does not declare is a violation, at its line of the patch', async () => {
    const seen = await attempt({ patch: adds });
    expect(summary(seen)).toEqual(failed('dependency-not-declared'));
    expect(seen.result.verdict.findings).toEqual([
      {
        rule: 'dependency-not-declared',
        severity: 'violation',
        message: 'npm:left-pad 1.0.0 is added',
        evidence: [
          {
            seq: seen.of('patch_facts')[0]!.seq,
            patch_line: 15,
            file: 'package.json',
            line: 4,
            contract_path: 'policy.dependencies.add',
          },
        ],
      },
    ]);
  });

  it.each(
    sampled(
      [
        ['a declared dependency is none', adds, { dependencies: { declared: ['npm:left-pad'] } }, passed()],
        ['an allowed one is told, and no more', adds, { dependencies: { add: 'allow' as const } }, passed()],
        [
          'one to ask about is denied where nobody can be asked',
          adds,
          { dependencies: { add: 'escalate' as const }, escalate: { timeout: '1s' } },
          failed('dependency-not-declared'),
        ],
        [
          'a script that runs at installation is a violation',
          script,
          {},
          failed('install-script-added', 'oracle-config-restored'),
        ],
        [
          'a script is a warning where the policy says so',
          script,
          { install_scripts: 'warn' as const },
          passed('install-script-added', 'oracle-config-restored'),
        ],
        ['a changed workflow is a warning', workflow, {}, passed('ci-file-changed')],
        [
          'a changed workflow is a violation where the policy says so',
          workflow,
          { ci: 'deny' as const },
          failed('ci-file-changed'),
        ],
        ['a credential is a violation', secret, {}, failed('secret-in-patch')],
        [
          'a credential is a warning where the policy says so',
          secret,
          { secrets: 'warn' as const },
          passed('secret-in-patch'),
        ],
      ],
      2,
    ),
  )('%s', async (_, patch, policy, expected) => {
    const seen = await attempt({ patch }, { contract: { policy } });
    expect(summary(seen)).toEqual(expected);
  });
});
