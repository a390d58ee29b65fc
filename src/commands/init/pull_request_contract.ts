import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Project, ProjectCommand } from '../../project/project.js';
import { renderCommentedYaml } from './files/render_commented_yaml.js';
import { renderEnvironment, renderSetup } from './files/render_setup.js';

const CHECKOUT = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2';
const UPLOAD = 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0';

/** Parts of the contract for pull requests. */
export interface PullRequestContract {
  project: Project;
  setup: readonly ProjectCommand[];
  /** Repository and commit over which the tests are tried; undefined = the base of a pull request. */
  pinned?: { git: string; commit: string } | undefined;
  /** Tests that pass today, where others fail; undefined = all must pass. */
  required?: readonly string[] | undefined;
  timeout_ms: number;
}

/** Creates the contract that judges pull requests by the repository's own tests. */
export function createPullRequestContract({
  project,
  setup,
  pinned,
  required,
  timeout_ms,
}: PullRequestContract): string {
  const { tests, build } = project;
  const body = {
    schema: 1,
    id: 'pull-request',
    title: 'The tests of this repository pass',
    description: 'A change must keep the tests of this repository passing.\n',
    metadata: { tier: 1, strata: { ecosystem: project.ecosystem, runner: tests.runner } },
    snapshot: pinned ?? { base: 'pull-request' },
    environment: renderEnvironment(project),
    ...renderSetup(setup),
    build: build.length === 0 ? 'none' : build.map(({ run }, index) => ({ id: `build-${index + 1}`, run })),
    acceptance: [
      {
        id: 'tests',
        run: tests.createCommand([]),
        ...omitUndefined({
          report: tests.report === 'exit-code' ? undefined : tests.report,
          report_file: tests.report_file || undefined,
          pass_to_pass: required && [...required],
        }),
        timeout: `${Math.ceil(timeout_ms / 1000)}s`,
      },
    ],
  };
  const judged = required
    ? `${tests.why}. Some tests fail today: those that pass now must keep passing.`
    : `${tests.why}. Every test must pass.`;
  return renderCommentedYaml(
    body,
    [
      [['snapshot'], "The pull request's base commit; its diff is the patch that is judged."],
      [['setup'], setup.map(({ why }) => why).join('; ')],
      [['build'], build.length === 0 ? 'Nothing has to be built.' : build.map(({ why }) => why).join('; ')],
      [['acceptance'], [judged, ...(tests.weakness ? [`Mind: ${tests.weakness}.`] : [])].join('\n')],
    ],
    'Judges pull requests by the tests of this repository. It has no hidden tests, so it proves less than other ' +
      'contracts.',
  );
}

/** Creates the suite file that compares agents on the contracts of the repository. */
export function createSuiteFile(tasks: string): string {
  return renderCommentedYaml(
    {
      schema: 1,
      name: 'first',
      contracts: [`${tasks}/*/contract.yml`],
      agents: [],
      baselines: { golden: true, noop: true },
      trials: 3,
      gate: { fail_on: 'never' },
    },
    [
      [
        ['contracts'],
        'The tasks. `gatebench init --mine` makes more of them from the history. That of pull requests is none.',
      ],
      [
        ['agents'],
        'Who is compared: one entry for each agent and model, such as\n' +
          '  - {name: claude, agent: loop, model: claude-sonnet-4-5, upstreams: [anthropic]}\n' +
          'with the key in ANTHROPIC_API_KEY. `loop` is built in; `gatebench agents list` names others. ' +
          'Until then only the baselines run.',
      ],
      [['baselines'], 'golden must pass and noop must fail on every task: else the task is broken.'],
      [['trials'], 'Attempts of each agent on each task. Agents are not deterministic.'],
      [['gate'], 'Report. No result of an agent fails the run; a task that is broken leaves it undecided.'],
    ],
    'Compares coding agents on tasks of this repository: `gatebench run` beside this file runs it,\n' +
      '`gatebench run --dry-run` says what would run, and the most that it can cost.',
  );
}

/**
 * Creates the workflow that judges pull requests of the repository itself; forks need two files, see the docs.
 *
 * @param tasks folder of the contracts, from the root of the repository
 * @param action the Action as `OWNER/NAME@COMMIT`
 */
export function createWorkflowFile(tasks: string, action: string): string {
  return `# Judges every pull request by ${tasks}/pull-request/contract.yml as it stands on the base branch.
# For pull requests from forks, whose token may not write, take evaluate.yml and publish.yml of docs/workflows.
name: gatebench
on:
  pull_request:
    # edited: another base is another question.
    types: [opened, synchronize, reopened, edited]
permissions: {contents: read, checks: write, pull-requests: write}
concurrency:
  # A new head or base ends the evaluation of the one before; a new title ends nothing.
  group: gatebench-\${{ github.event.pull_request.number }}-\${{ github.event.action == 'edited' && !github.event.changes.base && github.run_id || 'code' }}
  cancel-in-progress: true
jobs:
  evaluate:
    if: github.event.action != 'edited' || github.event.changes.base
    runs-on: ubuntu-24.04
    timeout-minutes: 60
    steps:
      - uses: ${CHECKOUT}
        # The whole history: base and head are compared. No token stays in the clone.
        with: {fetch-depth: 0, persist-credentials: false}
      # The gatebench that wrote this file. Look at a release before you move to it.
      - uses: ${action}
        with:
          contracts: ${tasks}/pull-request/contract.yml
          # A check run belongs to a commit; {base} says for which branch it counts.
          check-name: gatebench {base}
          artifact: gatebench
      # The report and the records are an artifact of the run.
      - if: \${{ !cancelled() }}
        uses: ${UPLOAD}
        with: {name: gatebench, path: gatebench-out, overwrite: true, retention-days: 30}
`;
}
