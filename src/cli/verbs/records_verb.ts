import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { FLAG, LIST, TEXT } from '../../commands/options/option_spec.js';
import { UserError } from '../../contract/input/user_error.js';
import { verbs } from '../../engine/verbs.js';
import { VARIATIONS } from '../../record/manifest/engine_version.js';
import type { CliContext } from '../options/cli_context.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb, type VerbOption } from '../options/verb.js';
import { cacheVerb } from './cache_verb.js';
import {
  getMachineValues,
  MODEL_FIELDS,
  MODEL_TERM_FIELDS,
  type OutputValues,
  RUNS_ARGUMENT,
  readOutputFolder,
  readSandbox,
} from './study_options.js';

const STORE = pickOption('models.restricted_store', { field: 'store' });
const POLICY: VerbOption = {
  flag: '--policy <file>',
  kind: TEXT,
  help: 'who must approve, and how long a move can be undone; default: retention.yml, if there',
};
const APPROVED_BY: VerbOption = {
  flag: '--approved-by <name>',
  kind: TEXT,
  help: 'who approved, where the policy asks for it',
};
const REASON: VerbOption = {
  flag: '--reason <text>',
  kind: TEXT,
  help: 'why; stands in removals.jsonl of the record',
};
const JSON_OPTION = pickOption('json', { help: 'one JSON object' });

interface RemovalValues {
  runs: string[];
  reason: string | undefined;
  store: string | undefined;
  policy: string | undefined;
  approved_by: string | undefined;
  dry_run: boolean;
  json: boolean;
}

interface RetainValues extends RemovalValues {
  irreversible: boolean;
  undo: boolean;
  expire: boolean;
  resume: boolean;
}

const retainVerb: Verb = {
  name: 'retain',
  help: 'move records to the long tier: outcomes, digests and metrics stay; logged, and reversible for a time',
  args: [RUNS_ARGUMENT],
  options: [
    REASON,
    { ...STORE, help: 'folder of your own that holds the content until the move cannot be undone' },
    { flag: '--irreversible', kind: FLAG, help: 'remove the content at once' },
    POLICY,
    APPROVED_BY,
    {
      flag: '--undo',
      kind: FLAG,
      help: 'put the content of the last move back',
      conflicts: ['--expire', '--resume'],
    },
    {
      flag: '--expire',
      kind: FLAG,
      help: 'delete held content whose time is over',
      conflicts: ['--undo', '--resume'],
    },
    {
      flag: '--resume',
      kind: FLAG,
      help: 'finish a removal that was interrupted',
      conflicts: ['--undo', '--expire'],
    },
    { flag: '--dry-run', kind: FLAG, help: 'say what would be removed' },
    JSON_OPTION,
  ],
  more:
    'Example:\n  ' +
    'gatebench records retain gatebench-out --reason "90 days are over" --restricted-store ~/gatebench-held\n  ' +
    'gatebench records retain gatebench-out/runs/ID --undo --reason "dispute" --restricted-store ~/gatebench-held\n' +
    'Exit codes: 0 done · 2 your mistake · 3 a record was refused',
  async run({ undo, expire, resume, ...values }: RetainValues, { out, shell }) {
    const { retainRuns } = await verbs.records();
    const actions = { undo, expire, resume };
    const action = (['undo', 'expire', 'resume'] as const).find((name) => actions[name]) ?? 'move';
    return retainRuns({ ...values, action, by: shell.user }, out, shell.cwd);
  },
};

interface EraseValues extends RemovalValues {
  secret_file?: string;
  secret_env?: string;
}

const eraseVerb: Verb = {
  name: 'erase',
  help: 'erase a secret that was found in sealed records; the rest stays proven, and the erasure is logged',
  args: [RUNS_ARGUMENT],
  options: [
    {
      flag: '--secret-file <file>',
      kind: TEXT,
      help: 'file that holds the secret',
      conflicts: ['--secret-env'],
    },
    {
      flag: '--secret-env <name>',
      kind: TEXT,
      help: 'environment variable that holds the secret',
      conflicts: ['--secret-file'],
    },
    REASON,
    { ...STORE, help: 'folder of your own that keeps the originals, for `records reveal`' },
    { ...POLICY, help: 'who must approve; default: retention.yml, if there' },
    APPROVED_BY,
    { flag: '--dry-run', kind: FLAG, help: 'say where it is' },
    JSON_OPTION,
  ],
  more:
    'Example:\n  ' +
    'gatebench records erase gatebench-out --secret-env LEAKED_KEY --reason "key of 3 May stood in a test log"\n' +
    'Exit codes: 0 it is nowhere any more · 2 your mistake · 3 a record was refused, or another file holds it',
  async run({ secret_file, secret_env, ...values }: EraseValues, cli) {
    const secret = readSecret(secret_file, secret_env, cli);
    const { eraseSecret } = await verbs.records();
    return eraseSecret({ ...values, secret, by: cli.shell.user }, cli.out, cli.shell.cwd);
  },
};

/** Reads the secret from a file or a variable; on the command line it would stand in the history of the shell. */
function readSecret(file: string | undefined, name: string | undefined, { out, shell }: CliContext): string {
  if (name !== undefined) {
    const value = out.variable?.(name);
    if (value) return value;
    throw new UserError(`the environment variable ${name} is not set`, 'Set it, or name a file with --secret-file.');
  }
  if (file === undefined)
    throw new UserError('the secret is missing', 'Name it with --secret-file FILE or --secret-env NAME.');
  try {
    return readFileSync(resolve(shell.cwd, file), 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UserError(`file of the secret ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

interface RevealValues {
  run: string;
  digest?: string;
  store: string;
  reason?: string;
  raw: boolean;
  json: boolean;
}

const revealVerb: Verb = {
  name: 'reveal',
  help: 'show the original of something that was redacted, or list what there is; each reading is written down',
  args: [
    ['<run>', 'run directory'],
    ['[digest]', 'which original: the digest that stands beside what was redacted, or its beginning'],
  ],
  options: [
    { ...STORE, help: 'the folder that --restricted-store named', is_required: true },
    { ...REASON, help: 'why; stands in the log of the store' },
    { flag: '--raw', kind: FLAG, help: 'raw bytes, including control sequences of the terminal' },
    JSON_OPTION,
  ],
  more:
    'Example:\n  ' +
    'gatebench records reveal gatebench-out/runs/ID --restricted-store ~/gatebench-originals\n  ' +
    'gatebench records reveal gatebench-out/runs/ID 3f9a0c11 --restricted-store ~/gatebench-originals --reason ' +
    '"dispute about attempt 3"\n' +
    'Exit codes: 0 shown or listed · 1 the original was changed · 2 your mistake',
  async run({ run, raw, ...values }: RevealValues, { out, shell }) {
    const { client } = shell;
    if (raw && !client) throw new InvalidArgumentError('there is no standard output here');
    const { revealOriginal } = await verbs.records();
    const write = raw ? (bytes: Uint8Array) => void client?.output.write(bytes) : undefined;
    return revealOriginal(run, { ...values, by: shell.user, raw: write }, out, shell.cwd);
  },
};

interface DecideValues {
  run: string;
  id?: string;
  allow: boolean;
  deny: boolean;
  because?: string;
  by?: string;
  json: boolean;
}

const decideVerb: Verb = {
  name: 'decide',
  help: 'answer a question that a run asks, or list what is asked',
  args: [
    ['<run>', 'run directory, or output folder'],
    ['[id]', 'which question; may be left out when there is one'],
  ],
  options: [
    { flag: '--allow', kind: FLAG, help: 'what was asked about may go on', conflicts: ['--deny'] },
    { flag: '--deny', kind: FLAG, help: 'it may not' },
    { flag: '--because <reason>', kind: TEXT, help: 'why; stands in the record' },
    { flag: '--by <name>', kind: TEXT, help: 'who decides (default: your name)' },
    { ...JSON_OPTION, help: 'one JSON object per line' },
  ],
  more:
    'Example:\n  ' +
    'gatebench records decide gatebench-out\n  ' +
    'gatebench records decide gatebench-out 3f9a0c11de --deny --because "nobody ordered this dependency"\n' +
    'Exit codes: 0 answered or listed · 2 your mistake',
  async run({ run, allow, deny, ...values }: DecideValues, { out, shell }) {
    const { decideEscalation } = await verbs.records();
    const refusal = deny ? 'deny' : undefined;
    const decision = allow ? 'allow' : refusal;
    return decideEscalation([run], { by: shell.user, ...values, decision }, out, shell.cwd);
  },
};

interface RepeatValues extends OutputValues {
  run: string;
  vary?: string[];
  sandbox?: string;
  unsafe: boolean;
}

const repeatVerb: Verb = {
  name: 'repeat',
  help: 'repeat the configuration of a recorded attempt; what you do not name is taken from the record',
  args: [
    ['<run>', 'run directory, or a folder with one attempt'],
    ['[contracts...]', 'contract files, folders or patterns (default: as the record names it)'],
  ],
  options: [
    {
      flag: '--vary <part>',
      kind: LIST,
      help: `part of that configuration that differs, declared beforehand: ${VARIATIONS.join(', ')}; may be repeated`,
    },
    { flag: '--coordination-rules <file>', kind: TEXT, help: 'further guardrail rules (YAML) for all attempts' },
    ...pickOptions('agents', 'trials', 'ablations', 'seed', ...MODEL_FIELDS, 'models.judge', ...MODEL_TERM_FIELDS),
    pickOption('out', {
      help: 'folder for records and reports (default: gatebench-out; an earlier run there is renamed, gatebench-out.1)',
    }),
    ...pickOptions('concurrency', 'resume'),
    pickOption('replace', { conflicts: ['--resume'] }),
    ...pickOptions('dry_run', 'fail_on', 'sandbox', 'unsafe', 'repos', 'cache', 'ask', 'json'),
  ],
  more:
    'Example:\n  ' +
    'gatebench records repeat gatebench-out/runs/ID -k 10\n  ' +
    'gatebench records repeat gatebench-out/runs/ID -k 10 --vary seed --seed 7\n' +
    'Exit codes: 0 the trials were made · 2 your mistake, or an undeclared difference · 3 undecided · ' +
    '130 interrupted; with --fail-on gates as `run`',
  async run({ run, vary = [], ...values }: RepeatValues, cli) {
    const { runStudy, runOptionsSchema } = await verbs.run();
    const filled = readSandbox(readOutputFolder(values, 'gatebench-out'));
    const input = { ...filled, ...getMachineValues(cli), replicate: { run, vary } };
    const options = requireOptions(runOptionsSchema.safeParse(input));
    return (await runStudy(options, { ...cli.out, offers_unsafe: true }, cli.shell.cwd)).exit_code;
  },
};

/** Verb about records after their run: tiers, secrets, questions, repetition, cache. */
export const recordsVerb: Verb = {
  name: 'records',
  help: 'records after their run: retain, erase, reveal, decide, repeat, cache',
  verbs: [retainVerb, eraseVerb, revealVerb, decideVerb, repeatVerb, cacheVerb],
};
