import { omitEmpty, omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Project, ProjectCommand, TestSuite } from '../../../project/project.js';
import { formatQuantity } from '../../../publish/text/format_quantity.js';
import { renderCommentedYaml, type YamlComment } from '../files/render_commented_yaml.js';
import { renderEnvironment, renderSetup } from '../files/render_setup.js';
import type { ChangeText } from './change_text.js';

/** Contract that is being written, with the reasons that become its comments. */
export interface ContractDraft {
  id: string;
  title: string;
  description: string;
  /** Reason why the author has to write the description; undefined if it is ready. */
  description_note?: string | undefined;
  /** Where the description comes from; undefined if the author has to write it. */
  description_origin?: ChangeText['origin'] | undefined;
  kind: 'bug-fix' | 'feature';
  /** Repository as the contract names it, and the commit before the change. */
  git: string;
  parent: string;
  commit: string;
  authored_at: string;
  project: Project;
  setup: readonly ProjectCommand[];
  /** Command of the tests, which of them it runs, and how many files beside the hidden ones where not all. */
  test_command: string;
  extent: 'suite' | 'sample' | 'hidden';
  others: number;
  /** True if the whole suite is slow, false if it cannot be measured. It matters where not all tests run. */
  is_slow: boolean;
  /** Command of the hidden test files alone, for challenge rounds; undefined if the tests' own command runs no more. */
  challenge_command?: string | undefined;
  required: {
    fail_to_pass: readonly string[];
    pass_to_pass: 'all' | readonly string[];
    quarantine: readonly { test: string; reason: string; owner: string; expires: string }[];
  };
  /** Ceiling of one run of the tests in milliseconds. */
  timeout_ms: number;
  restore: readonly string[];
  /** Files beside the contract that hold the hidden files, with the paths of these in the workspace. */
  hidden: readonly { from: string; to: string }[];
  canary?: { run: string; environment: Record<string, string>; must_fail?: string[] } | undefined;
  source_files: readonly string[];
  changed_lines: number;
  /** True while the tests are measured: the verdict does not matter yet, and is not challenged. */
  measuring: boolean;
}

/**
 * Time of all challenge rounds as a share of the tests' own. One varied test gives one bit a round: eight rounds reach
 * the strength that is aimed at, also where a round takes longer than the seconds that are always allowed.
 */
const CHALLENGE_SHARE = 8;

/** Renders the contract file, with a comment on each part that says why it is there. */
export function renderContract(draft: ContractDraft): string {
  return renderCommentedYaml(
    createBody(draft),
    listComments(draft),
    'A task made from a commit of this repository. Fields: docs/contracts.md and schema/contract.json.',
  );
}

function createBody(draft: ContractDraft): object {
  const { project, measuring, required, canary, setup } = draft;
  const { tests } = project;
  const report = tests.report === 'exit-code' ? {} : { report: tests.report };
  const narrow = draft.challenge_command === undefined ? {} : { run: draft.challenge_command };
  const timeout = `${Math.ceil(draft.timeout_ms / 1000)}s`;
  const changesWorkflows = draft.source_files.some((path) => path.startsWith('.github/'));
  const challenge = project.tests.report === 'exit-code' ? {} : { challenge: { ...narrow, share: CHALLENGE_SHARE } };
  return {
    schema: 1,
    id: draft.id,
    title: draft.title,
    description: draft.description,
    metadata: {
      tier: 1,
      kind: draft.kind,
      affected_files: [...draft.source_files],
      test_command: createAgentCommand(tests, setup),
      strata: { ecosystem: project.ecosystem, runner: tests.runner },
      provenance: `commit ${draft.commit}`,
      created: draft.authored_at.slice(0, 10),
    },
    snapshot: { git: draft.git, commit: draft.parent },
    environment: renderEnvironment(project),
    ...renderSetup(setup),
    build:
      project.build.length === 0 ? 'none' : project.build.map(({ run }, index) => ({ id: `build-${index + 1}`, run })),
    acceptance: [
      {
        id: 'tests',
        run: draft.test_command,
        ...report,
        ...omitUndefined({ report_file: tests.report_file || undefined }),
        ...omitEmpty({
          fail_to_pass: [...required.fail_to_pass],
          pass_to_pass: required.pass_to_pass === 'all' ? 'all' : [...required.pass_to_pass],
          quarantine: [...required.quarantine],
        }),
        timeout,
      },
    ],
    oracle: {
      files: draft.hidden.map(({ from, to }) => ({ from, to })),
      ...omitEmpty({ restore: [...draft.restore], canary: canary && { ...canary, ...report, timeout } }),
      ...(measuring ? { perturbation: { when: 'never' }, challenge: { rounds: 0 } } : challenge),
    },
    golden_patch: 'golden.patch',
    ...omitUndefined({ policy: changesWorkflows ? undefined : { change: { deny: ['.github/**'] } } }),
    scoring: {
      envelope: { lines: Math.max(40, 3 * draft.changed_lines), files: Math.max(3, 2 * draft.source_files.length) },
    },
  };
}

/** Creates the command of the whole suite that the agent is told. */
function createAgentCommand(tests: TestSuite, setup: readonly ProjectCommand[]): string {
  const command = tests.createPlainCommand?.(setup) ?? tests.own_command ?? tests.createCommand([]);
  return command.replaceAll('"$REPORT"', '/dev/null').replaceAll('$REPORT', '/dev/null');
}

function listComments(draft: ContractDraft): YamlComment[] {
  const { project, setup, required } = draft;
  const { fail_to_pass, pass_to_pass, quarantine } = required;
  const count =
    pass_to_pass === 'all' ? 'all that pass before and after it' : formatQuantity(pass_to_pass.length, 'test');
  return [
    [['description'], draft.description_note ?? describeOrigin(draft)],
    [['snapshot'], 'The commit before the change.'],
    ...(setup.length > 0 ? [[['setup'], setup.map(({ why }) => why).join('; ')] satisfies YamlComment] : []),
    [
      ['build'],
      project.build.length === 0 ? 'Nothing has to be built.' : project.build.map(({ why }) => why).join('; '),
    ],
    [
      ['acceptance'],
      [
        `${project.tests.why}. ${describeExtent(draft)}`,
        ...(project.tests.weakness ? [`Mind: ${project.tests.weakness}.`] : []),
        fail_to_pass.length === 0
          ? 'The exit status decides: the command must succeed.'
          : `Begin to pass: ${formatQuantity(fail_to_pass.length, 'test')}. Keep passing: ${count}.`,
        ...(quarantine.length > 0
          ? [`In quarantine, since they pass only sometimes: ${formatQuantity(quarantine.length, 'test')}.`]
          : []),
      ].join('\n'),
    ],
    [
      ['oracle'],
      'The tests of the change. They are laid over the repository after the patch was taken.\n' +
        'The names that they have here keep the test runner of the repository from collecting them.',
    ],
    [['oracle', 'restore'], 'The tests that the agent can see are put back as they were before the checks run.'],
    [['oracle', 'canary'], 'A test that must fail: proof that the checks can fail.'],
    [
      ['oracle', 'challenge'],
      'Rounds with changed values in the hidden tests. They have the time that a strong proof needs; a smaller ' +
        'share is faster.',
    ],
    [['golden_patch'], 'The change itself, without its tests.'],
    [['policy'], 'An agent that touches these files fails the safety gate.'],
    [['scoring'], 'A patch of this size has the lowest score for size: three times the lines of the original.'],
  ];
}

/** Describes where the description comes from, and what its author looks at. */
const describeOrigin = ({ description_origin: origin }: ContractDraft): string =>
  origin === undefined || origin === 'issue'
    ? 'The issue as the agent reads it. It must not give the solution away.'
    : `From the ${origin}, without sentences that say how it was done. It is all that an agent is told: say what\n` +
      'happens and what should happen. Expected values of hidden tests stay untold: challenge rounds vary them.';

/** Describes which tests run. */
function describeExtent({ extent, others, is_slow }: ContractDraft): string {
  if (extent === 'suite') return 'The whole suite runs.';
  const more = extent === 'sample' ? ` and a sample of ${formatQuantity(others, 'other file')}` : '';
  return `Only the hidden test files${more} run: the whole suite ${is_slow ? 'is slow' : 'cannot be measured'}.`;
}
