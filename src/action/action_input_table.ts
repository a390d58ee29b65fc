import { choice, FLAG, type OptionKind, TEXT } from '../commands/options/option_spec.js';
import { OPTION_TABLE, type OptionField } from '../commands/options/option_table.js';

/** Description of an input of the Action. */
export interface ActionInputSpec {
  /** Heading under which the reference shows it. */
  group: string;
  kind: OptionKind;
  help: string;
  /** Value of an empty input; default: none. */
  default?: string;
  /** Field of the verbs' options that gets the value; absent = the Action alone has it. */
  field?: OptionField;
}

const FIRST = 'First';
const STUDY = 'What is run, and what decides';
const MODELS = 'Models and sandbox';
const REPORT = 'Check run, comment and report';
const JOBS = 'Several jobs, and comparisons';

/** Describes an input that is an option of the verbs. */
const option = <const F extends OptionField>(field: F, group: string, help: string) => ({
  ...{ group, help, field },
  kind: OPTION_TABLE[field].kind as (typeof OPTION_TABLE)[F]['kind'],
});

/**
 * Inputs of the Action, in the order of `action.yml`, which is made from them. Where an input is an option of the
 * verbs, kind and limits are those of the table of options.
 */
export const ACTION_INPUT_TABLE = {
  command: {
    group: FIRST,
    kind: choice('run', 'plan', 'report', 'compare'),
    default: 'run',
    help:
      'What to do: `run` attempts, `plan` them and their matrix of jobs, `report` over the results of all jobs, or ' +
      '`compare` results with earlier ones. Every other verb is in the command line.',
  },
  contracts: option(
    'contracts',
    FIRST,
    'Contract files: paths or globs, one per line. Empty: those of `suite`, else `tasks/*/contract.yml`. Of ' +
      'contracts that a pattern finds, `pull-request` judges those made for pull requests.',
  ),
  agent: option(
    'agents',
    FIRST,
    'What makes the patch, one per line: `pull-request` (the diff of the pull request), `golden`, `noop`, ' +
      '`patch:FILE`, `command:"…"` or the name of an agent. Empty: those of `suite`, else `pull-request`.',
  ),
  suite: option(
    'suite',
    STUDY,
    'Suite file: contracts, agents, baselines, ablations, trials, budgets, gate, and all terms that no input has. ' +
      'Empty: `contracts` and `agent` say it; with `settings` `gatebench.yml`.',
  ),
  trials: option('trials', STUDY, 'Attempts per contract and agent. Empty: as `suite` says, else 1.'),
  'fail-on': option(
    'fail_on',
    STUDY,
    '`gates` (any attempt that fails), `regression` (worse than a baseline) or `never` (report only; undecided ' +
      'where golden does not pass or noop passes). It goes before what a suite or a plan says. Empty: as they say (a ' +
      'suite without a gate never fails); without them `gates`.',
  ),
  settings: {
    group: STUDY,
    kind: FLAG,
    default: 'false',
    help:
      'With `compare`: run the contracts of the suite with the settings of agents of both sides of the pull ' +
      'request, in pairs.',
  },
  concurrency: option('concurrency', STUDY, 'Attempts that run at the same time. Empty: as `suite` says, else 1.'),
  resume: option('resume', STUDY, 'Keep sealed, decided attempts in `out` that have the same key.'),
  out: {
    ...option('out', STUDY, 'Folder for records and reports; of `plan` the file of the plan is `plan`.'),
    default: 'gatebench-out',
  },
  model: option('models.name', MODELS, 'Model that agents are told to use, and held to. Empty: their own choice.'),
  upstream: option(
    'models.upstreams',
    MODELS,
    'Where requests to models go, one per line: `[PATTERN=]URL`, a preset (`openai`, `anthropic`, `google`, ' +
      '`openrouter`, `ollama`, …), `PRESET:URL` or `script:FILE`. Keys come from the `env:` of the step and never ' +
      'reach an agent.',
  ),
  models: option('models.file', MODELS, 'YAML file with upstreams, each with models, key and terms.'),
  'judge-model': option(
    'models.judge',
    MODELS,
    'Model that grades the answers of contracts with `model_checks`, through the same upstreams, which agents then ' +
      'get only with `model`. Empty: none, and such contracts are refused. A pass by it is no executable evidence, ' +
      'and it costs money beside the agents.',
  ),
  sandbox: {
    ...option(
      'sandbox',
      MODELS,
      '`auto`, `bubblewrap`, `docker`, `podman` or `none`. `auto` installs bubblewrap and its AppArmor profile with ' +
        'sudo where that is needed, and says so in the log; a name leaves the machine as it is. `none` also needs ' +
        '`unsafe-no-sandbox`.',
    ),
    default: 'auto',
  },
  'unsafe-no-sandbox': option(
    'unsafe',
    MODELS,
    'Allow attempts without isolation. They are stamped, and never pass where the policy needs isolation.',
  ),
  'github-token': {
    group: REPORT,
    kind: TEXT,
    help:
      'Token for check run and comment. It never reaches an agent or a check. Needs `checks: write` and ' +
      '`pull-requests: write`; without them everything is still in the job summary.',
  },
  'check-name': {
    group: REPORT,
    kind: { type: 'text', most: 100 },
    help:
      'Name of the check run and of the comment; unique among the reports on one commit. `{base}` is the branch ' +
      'that the pull request is to be merged into: then the check vouches for no other branch. Empty: `gatebench`, ' +
      'of `compare` `gatebench compare`, with `settings` `gatebench settings`.',
  },
  'check-run': { group: REPORT, kind: FLAG, default: 'true', help: 'Publish a check run with annotations.' },
  comment: {
    group: REPORT,
    kind: choice('always', 'changes', 'failures', 'true', 'false'),
    default: 'always',
    help:
      'Keep one comment on the pull request, if there is one: `always` (or `true`); begun by the first report that ' +
      'says more than that all is well (`changes`) or that did not pass (`failures`); or never (`false`). A comment that ' +
      'stands is kept current.',
  },
  artifact: {
    group: REPORT,
    kind: {
      type: 'text',
      most: 100,
      pattern: /^[^":<>|*?\\/\p{Cc}]+$/u,
      message: 'must be a name that GitHub takes for an artifact, without " : < > | * ? \\ /',
    },
    help:
      'Name under which a later step uploads `out` as an artifact: comment, check run and job summary link to the ' +
      'artifacts of the workflow run. Of `report` on `workflow_run` an artifact of the run that is reported. Empty: ' +
      'no link.',
  },
  'self-approval': {
    group: REPORT,
    kind: FLAG,
    default: 'false',
    help:
      'The author of a pull request may answer `/gatebench allow` to what it asks for. For repositories of one ' +
      'person; the report says it. `false`: somebody else who may write has to.',
  },
  plan: option(
    'plan',
    JOBS,
    'Plan: where `plan` writes it (empty: `plan.json`), which `run` keeps to, by which `report` knows what is missing.',
  ),
  'max-shards': {
    group: JOBS,
    kind: { type: 'integer', least: 1, most: 256 },
    default: '1',
    help: 'For `plan`: at most so many jobs, up to 256.',
  },
  shard: option('shard', JOBS, 'Run only part I of N, as `I/N`, in one leg of a matrix.'),
  results: {
    group: JOBS,
    kind: { type: 'list' },
    help:
      'For `report`: folders with the results of all jobs, one per line. For `compare`: the folder whose ' +
      'results are judged.',
  },
  baseline: option(
    'baseline',
    JOBS,
    'For `compare`, and for `run` with `fail-on: regression`: folder with the results that were before; for ' +
      '`run` also a history.',
  ),
  history: option(
    'history',
    JOBS,
    'File with one line per run of the suite: `report` appends to it, `compare` reads from it which contracts ' +
      'are stable.',
  ),
  verify: {
    group: JOBS,
    kind: FLAG,
    default: 'true',
    help:
      'For `report`: check the whole record of every attempt. `false` believes what the files of results say, ' +
      'and every report says so.',
  },
  'evaluation-workflow': {
    group: JOBS,
    kind: TEXT,
    default: '.github/workflows/evaluate.yml',
    help:
      'For `report` on `workflow_run`: file of the workflow whose runs of `pull_request` are published; those ' +
      'of any other are refused.',
  },
} as const satisfies Readonly<Record<string, ActionInputSpec>>;

/** Name of an input. */
export type ActionInputName = keyof typeof ACTION_INPUT_TABLE;
