import { choice, FLAG, integer, LIST, type OptionSpec, TEXT } from './option_spec.js';

const MODEL_PATTERN = /^[\x21-\x7e]{1,200}$/;
const MODEL_NAME = {
  type: 'text',
  pattern: MODEL_PATTERN,
  message: 'must be a name of at most 200 characters, without spaces',
} as const;

const STUDY = 'What is run';
const PLACE = 'Where and how';
const GATE = 'What decides';
const PARTS = 'Plans and shards';
const MODELS = 'Models';
const MACHINE = 'Contracts, sandbox and people';
const RESULTS = 'Of two results';

/**
 * Options that several verbs share, or that the Action has too, by their field in the verbs' options.
 *
 * The command line, the inputs of the Action, the schemas of the verbs and the reference pages are made from this
 * table, so that an option is called the same, means the same and has the same limits everywhere.
 */
export const OPTION_TABLE = {
  suite: {
    flag: '-s, --suite <file>',
    kind: TEXT,
    group: STUDY,
    help: 'suite file: contracts, agents, ablations, trials, gate and budgets (docs/suites.md)',
  },
  contracts: {
    kind: LIST,
    help: 'contract files, folders with a contract.yml, or patterns; none with a suite',
  },
  agents: {
    flag: '-a, --agent <agent>',
    kind: LIST,
    group: STUDY,
    help:
      'noop, golden, pull-request, loop, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, ' +
      'command:"…" or a name of `agents list`; may be repeated',
  },
  trials: {
    flag: '-k, --trials <n>',
    kind: integer(1, 1000),
    group: STUDY,
    help: 'attempts per contract and agent (default: 1)',
  },
  ablations: {
    flag: '--ablate <mechanisms>',
    kind: LIST,
    group: STUDY,
    help:
      'switch mechanisms of coordination and safety off: "none", "all" or names with ","; may be repeated, once per ' +
      'configuration',
  },
  dry_run: { flag: '--dry-run', kind: FLAG, group: STUDY, help: 'say what would run, run nothing' },
  out: { flag: '-o, --out <dir>', kind: TEXT, group: PLACE, help: 'folder for records and reports' },
  concurrency: {
    flag: '-j, --concurrency <n>',
    kind: integer(1, 256),
    group: PLACE,
    help: 'attempts side by side (default: as the suite says, or 1)',
  },
  resume: {
    flag: '--resume',
    kind: FLAG,
    group: PLACE,
    help: 'keep sealed, decided attempts of an earlier run in the same folder',
  },
  replace: {
    flag: '--replace',
    kind: FLAG,
    group: PLACE,
    help: 'remove the results of an earlier run from the folder',
  },
  reuse: {
    flag: '--reuse <dir>',
    kind: LIST,
    group: PLACE,
    help: 'take decided attempts with the same key over from an earlier run in that folder; may be repeated',
  },
  fail_on: {
    flag: '--fail-on <when>',
    kind: choice('gates', 'regression', 'never'),
    group: GATE,
    help:
      'what sets exit code 1; regression: worse than --baseline ' +
      '(default: gates; with a suite as it says, or never)',
  },
  baseline: {
    flag: '--baseline <path>',
    kind: TEXT,
    group: GATE,
    help: 'what to compare with: output folder of an earlier run, or a history',
  },
  min_strength: {
    flag: '--min-strength <bits>',
    kind: integer(1, 64),
    group: GATE,
    help: 'strength that a pass must have, in bits: 8 = 2^-8 (default: as the plan says, or any)',
  },
  json: { flag: '--json', kind: FLAG, group: GATE, help: 'print results as JSON' },
  plan: {
    flag: '--plan <file>',
    kind: TEXT,
    group: PARTS,
    help: 'make the attempts of this plan (see plan), and no others',
  },
  shard: {
    flag: '--shard <i/n>',
    kind: {
      type: 'text',
      pattern: /^[1-9]\d*\/[1-9]\d*$/,
      message: 'must be I/N, for example 2/8',
      findFault: (text) =>
        Number(text.split('/')[0]) > Number(text.split('/')[1]) ? 'I must not be above N' : undefined,
    },
    group: PARTS,
    help: 'only the i-th of n parts',
  },
  max_shards: {
    flag: '--max-shards <n>',
    kind: integer(1),
    help: 'at most so many shards of like length; up to 256, with --format up to what the engine takes (default: 1)',
  },
  durations: {
    flag: '--durations <path>',
    kind: LIST,
    help: 'results of earlier runs, for how long attempts take; may be repeated',
  },
  'models.name': {
    flag: '--model <name>',
    kind: MODEL_NAME,
    group: MODELS,
    help: 'model that agents are told to use, and held to (default: their own choice)',
  },
  'models.upstreams': {
    flag: '--upstream <target>',
    kind: LIST,
    group: MODELS,
    help:
      '[PATTERN=]URL, a preset (openai, anthropic, google, openrouter, azure, bedrock, vertex, ollama, vllm, …), ' +
      'PRESET:URL or script:FILE; may be repeated',
  },
  'models.file': {
    flag: '--models <file>',
    kind: TEXT,
    group: MODELS,
    help: 'upstreams in a file (YAML), each with models, key and terms',
  },
  'models.key_env': {
    flag: '--key-env <name>',
    kind: {
      type: 'text',
      pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
      message: 'must be the name of a variable, not a key',
    },
    group: MODELS,
    help: "variable that holds the provider's key (default: that of the preset)",
  },
  'models.prices': { flag: '--prices <file>', kind: TEXT, group: MODELS, help: 'prices of models (CSV)' },
  'models.judge': {
    flag: '--judge-model <name>',
    kind: MODEL_NAME,
    group: MODELS,
    help:
      'model that grades the answers of contracts with model_checks, through the same upstreams, which agents then ' +
      'get only with --model; off by default. It costs money beside the agents, and a pass by it is no executable ' +
      'evidence',
  },
  'models.allow_models': {
    flag: '--allow-model <pattern>',
    kind: {
      type: 'list',
      pattern: MODEL_PATTERN,
      message: 'must be a model name without spaces, "*" stands for anything',
      most: 100,
    },
    group: MODELS,
    help: 'a further model that they may ask for; may be repeated',
  },
  'models.steering': { flag: '--steering <file>', kind: TEXT, group: MODELS, help: 'steering of the model (CSV)' },
  'models.backend': {
    flag: '--backend <name>',
    kind: TEXT,
    group: MODELS,
    help: 'what serves the steered model, a name or a file (YAML)',
  },
  'models.redaction': { flag: '--redaction <file>', kind: TEXT, group: MODELS, help: 'further redaction rules (YAML)' },
  'models.restricted_store': {
    flag: '--restricted-store <dir>',
    kind: TEXT,
    group: MODELS,
    help: 'folder that keeps originals of what was redacted, for you alone',
  },
  repos: {
    flag: '--repos <dir>',
    kind: LIST,
    group: MACHINE,
    help: 'folder with local mirrors "owner+name", used instead of the network; may be repeated',
  },
  'pull_request.base_sha': {
    flag: '--base <revision>',
    kind: { type: 'text', most: 1024 },
    group: MACHINE,
    help: 'base of the change, for --agent pull-request (default: the default branch)',
  },
  'pull_request.head_sha': {
    flag: '--head <revision>',
    kind: { type: 'text', most: 1024 },
    group: MACHINE,
    help: 'head of the change (default: HEAD)',
  },
  cache: {
    flag: '--cache <dir>',
    kind: TEXT,
    group: MACHINE,
    help: 'folder for what is kept between runs (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
  },
  sandbox: {
    flag: '--sandbox <name>',
    kind: choice('auto', 'bubblewrap', 'docker', 'podman', 'none'),
    group: MACHINE,
    help: 'isolation (default: auto)',
  },
  unsafe: {
    flag: '--unsafe-no-sandbox',
    kind: FLAG,
    group: MACHINE,
    help: 'allow --sandbox none: nothing is held back, and no attempt passes the safety gate',
  },
  record_stubs: {
    flag: '--record-stubs',
    kind: FLAG,
    group: MACHINE,
    help: 'reach the allowed hosts of contracts with policy.network.stubs, and write that file anew',
  },
  otlp: { flag: '--otlp <url>', kind: TEXT, group: MACHINE, help: 'send sealed attempts to this OTLP collector' },
  ask: { flag: '--no-ask', kind: FLAG, group: MACHINE, help: 'deny at once whatever the policy would ask a person' },
  reruns: { flag: '-n, --reruns <n>', kind: integer(0, 1000), help: 'reruns of each proof' },
  mutants: { flag: '--mutants <n>', kind: integer(0, 1000), help: 'at most so many mutants in each proof' },
  calibration: {
    flag: '--calibration <time>',
    kind: TEXT,
    help: 'with --check: longest search for values of challenge rounds in each proof, up to 15m',
  },
  base: {
    flag: '--base <revision>',
    kind: { type: 'text', most: 1024 },
    help: 'commit at which contracts with base: pull-request are proven; contract.lock names it',
  },
  checklist: { flag: '--checklist <file>', kind: TEXT, help: 'YAML file with what people found for the checklist' },
  repo: { flag: '--repo <dir>', kind: TEXT, help: 'the repository' },
  tasks: { flag: '--tasks <dir>', kind: TEXT, help: 'folder for the contracts, in the repository' },
  from_commit: { flag: '--from-commit <sha>', kind: LIST, help: 'make a contract from this commit (repeatable)' },
  from_pr: { flag: '--from-pr <n>', kind: LIST, help: 'make a contract from this merged pull request (repeatable)' },
  from_range: { flag: '--from-range <A..B>', kind: TEXT, help: 'make contracts from the commits after A, up to B' },
  mine: { flag: '--mine', kind: FLAG, help: 'walk the history and try the most promising commits first' },
  max: { flag: '--max <n>', kind: integer(1), help: 'at most so many tasks' },
  budget: {
    flag: '--budget <time>',
    kind: TEXT,
    help: 'time for all commits, such as 90m or 2h; what still runs then is ended',
  },
  branch: { flag: '--branch <name>', kind: TEXT, help: 'where the history begins' },
  since: { flag: '--since <date>', kind: TEXT, help: 'no commits before this date' },
  prove: { flag: '--no-prove', kind: FLAG, help: 'write the contracts without proving them' },
  keep_unproven: { flag: '--keep-unproven', kind: FLAG, help: 'also write contracts that could not be proven' },
  project: { flag: '--project <dir>', kind: TEXT, help: 'the package to set up, where there are several' },
  test: { flag: '--test <command>', kind: TEXT, help: 'what runs the tests, where init does not find it' },
  report: {
    flag: '--report <format>',
    kind: TEXT,
    help: 'report that --test writes to $REPORT, such as junit (default: its exit status)',
  },
  install: { flag: '--install <command>', kind: TEXT, help: 'what installs the dependencies' },
  yes: { flag: '-y, --yes', kind: FLAG, help: 'ask nothing' },
  adapter: { flag: '--adapter <file>', kind: TEXT, help: 'module with your own adapter, in place of the benchmark' },
  dialect: { flag: '--dialect <name>', kind: TEXT, help: 'variant of the format, where the rows do not tell' },
  files: {
    flag: '--files <dir>',
    kind: TEXT,
    help: 'folder of the files that the tasks are about, where it does not lie beside the rows',
  },
  grader: {
    flag: '--grader <name>',
    kind: TEXT,
    help: "grader in place of one that a contract cannot have; results are not the benchmark's",
  },
  only: { flag: '--only <id>', kind: LIST, help: 'import this task, or those that match a pattern (repeatable)' },
  images: {
    flag: '--images <mode>',
    kind: TEXT,
    help: 'images of the benchmark, pinned by digest: auto (where docker or podman has them), never, require',
  },
  pull: { flag: '--pull', kind: FLAG, help: 'fetch images that are not on this machine' },
  check: {
    flag: '--check',
    kind: FLAG,
    help: 'prove each contract, quarantine what does not hold, and write an audit',
  },
  again: {
    flag: '--again',
    kind: FLAG,
    help: 'with --check: prove also what an earlier audit in the same folder has proven',
  },
  seed: {
    flag: '--seed <n>',
    kind: integer(0, 2 ** 32 - 1),
    help: 'seed of the attempts; another than 20260307 is a protocol deviation',
  },
  history: { flag: '--history <file>', kind: TEXT, help: 'file with one line per run of the suite' },
  adjudications: {
    flag: '--adjudications <file>',
    kind: TEXT,
    help: 'CSV file with what people decided on attempts',
  },
  section: {
    flag: '--section <name>',
    kind: choice('consistency', 'context', 'safety-rates'),
    help:
      'print this section alone and write nothing: consistency of repeated attempts; context that agents have read ' +
      'of what a solution needs; effects and refusals at harmful tasks',
  },
  extra_trials: {
    flag: '--extra-trials <n>',
    kind: integer(0, 100),
    help: 'further attempts of both sides at an undecided contract (default: 3)',
  },
  alpha: {
    flag: '--alpha <share>',
    kind: { type: 'number', above: 0, below: 0.5 },
    help: 'largest chance of a false alarm of the gate (default: as the plan or the suite says, else 0.005, or 0.05)',
  },
  arms: {
    flag: '--arm <id>',
    kind: LIST,
    group: RESULTS,
    help: 'arm that both have; may be repeated (default: agents with everything on)',
  },
  base_arm: {
    flag: '--base-arm <id>',
    kind: TEXT,
    group: RESULTS,
    help: 'arm of base, where it is called otherwise than that of head',
  },
  head_arm: { flag: '--head-arm <id>', kind: TEXT, group: RESULTS, help: 'arm of head' },
  minimum_effect: {
    flag: '--minimum-effect <share>',
    kind: { type: 'number', above: 0, below: 1 },
    group: RESULTS,
    help: 'difference that would matter (default: as the plan says, else 0.1)',
  },
  confidence: {
    flag: '--confidence <share>',
    kind: { type: 'number', above: 0.5, below: 1 },
    group: RESULTS,
    help: 'of the intervals of the paired comparison (default: as the plan says, else 0.95)',
  },
  tolerance: {
    flag: '--tolerance <share>',
    kind: { type: 'number', least: 0, most: 0.5 },
    group: RESULTS,
    help: 'share of the rarer outcome in the history of a stable contract (default: as the plan says, else 0.05)',
  },
  minimum_history: {
    flag: '--minimum-history <runs>',
    kind: integer(1),
    group: RESULTS,
    help: 'decided runs that a history must have of a contract (default: as the plan says, else 5)',
  },
  coverage_floor: {
    flag: '--coverage-floor <share>',
    kind: { type: 'number', least: 0, most: 1 },
    group: RESULTS,
    help: 'share of runs of head that must be decided (default: as the plan says, else 1)',
  },
  usd_per_hour: {
    flag: '--usd-per-hour <n>',
    kind: { type: 'number', least: 0 },
    help: 'what an hour of a reviewer costs',
  },
  /** Argument of `schema`: names of the formats on disk, as in `schema/`. */
  schema: {
    kind: choice(
      ...(['contract', 'defaults', 'lock', 'suite', 'settings', 'script', 'upstream-script', 'agent'] as const),
      ...(['rules', 'models', 'backend', 'redaction', 'plan', 'schedule', 'history', 'pilot'] as const),
      ...(['pilot-removal', 'pilot-deviation', 'pilot-cost-inputs', 'pilot-cost-precision', 'event'] as const),
      ...(['manifest', 'verdict', 'report', 'result', 'removal', 'retention', 'replication'] as const),
      ...(['analysis', 'comparison', 'counterfactual', 'pilot-report'] as const),
    ),
    help: 'which',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** Section that `report --section` prints alone. */
export type ReportSectionName = (typeof OPTION_TABLE.section.kind.choices)[number];
/** Field of an option in the verbs' options, with dots where it lies below another. */
export type OptionField = keyof typeof OPTION_TABLE;
