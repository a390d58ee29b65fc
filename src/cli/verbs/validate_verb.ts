import { FLAG } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../options/cli_context.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, type Verb, type VerbOption } from '../options/verb.js';
import { getMachineValues, type OutputValues, readOutputFolder } from './study_options.js';

interface QuickValues extends OutputValues {
  contracts: string[];
}

interface ValidateValues extends QuickValues {
  quick: boolean;
  lock: boolean;
  update_lock: boolean;
}

const CONTRACTS = ['<contracts...>', 'contract files, folders with a contract.yml, or patterns'] as const;

const PLACE_OPTIONS: readonly VerbOption[] = [
  pickOption('repos'),
  pickOption('cache'),
  pickOption('json', { help: 'print what was found as JSON' }),
];

/** Options of a proof that a first look has not. */
const PROOF_OPTIONS: readonly VerbOption[] = [
  pickOption('resume', {
    help:
      'keep sealed, decided attempts of an interrupted proof in the same folder; the folder is trusted: resume none ' +
      'that somebody else could write',
  }),
  pickOption('reruns', { help: "executions beyond the first (default: the contract's flakiness.reruns)" }),
  pickOption('mutants', { help: 'at most so many mutants of the reference solution (default: 24)' }),
  pickOption('seed', { help: 'seed of the attempts and of the choice of mutants (default: 20260307)' }),
  pickOption('base'),
  { flag: '--update-lock', kind: FLAG, help: 'also write contract.lock where one holds already' },
  pickOption('checklist'),
];

/** Verb that takes a first look at contracts: the short form of `validate --quick`. */
export const checkVerb: Verb = {
  name: 'check',
  help: 'first look at contracts: golden must pass, noop must fail',
  args: [CONTRACTS],
  options: [
    pickOption('out', { help: 'folder for the records (default: gatebench-check, made anew each time)' }),
    pickOption('replace'),
    pickOption('concurrency', { help: 'attempts side by side (default: 1)' }),
    ...PLACE_OPTIONS,
  ],
  more:
    'Example:\n  ' +
    'gatebench check tasks/*/contract.yml\n' +
    'Exit codes: 0 every contract works · 1 one does not · 2 your mistake · 3 undecided · 130 interrupted\n' +
    'It is `gatebench validate --quick`; without --quick a contract is proven.',
  run: checkQuickly,
};

/** Verb that proves contracts. */
export const validateVerb: Verb = {
  name: 'validate',
  help: 'prove contracts: the reference passes, nothing else does; writes a lock',
  args: [CONTRACTS],
  options: [
    {
      flag: '--quick',
      kind: FLAG,
      help: 'a first look: runs golden and noop once each, and writes no contract.lock (the verb check)',
      conflicts: [...PROOF_OPTIONS.map(({ flag }) => /--[a-z-]+/.exec(flag)![0]), '--lock'],
    },
    pickOption('out', {
      help:
        'folder for the records of the proof (default: gatebench-proof; the proof of other contracts there is ' +
        'renamed, gatebench-proof.1)',
    }),
    pickOption('replace', { help: 'remove the proof of other contracts, or an earlier run, from the folder' }),
    pickOption('concurrency', { help: 'attempts side by side (default: 2, with --quick 1)' }),
    ...PROOF_OPTIONS,
    { flag: '--no-lock', field: 'lock', kind: FLAG, help: 'write no contract.lock' },
    ...PLACE_OPTIONS,
  ],
  more:
    'Example:\n  ' +
    'gatebench validate tasks/*/contract.yml --reruns 29\n' +
    'Exit codes: 0 proven · 1 refuted · 2 your mistake · 3 undecided · 130 interrupted',
  async run({ quick, ...values }: ValidateValues, cli) {
    const { lock, update_lock, ...proof } = values;
    if (quick) {
      const { contracts, out, replace, ...rest } = proof;
      const { concurrency, repos, cache, json } = rest as Record<string, unknown>;
      return checkQuickly({ ...{ contracts, out, replace, concurrency, repos, cache, json } } as QuickValues, cli);
    }
    const { validateContracts, validateOptionsSchema } = await verbs.validate();
    const writing = update_lock ? 'renew' : 'write';
    const input = {
      concurrency: 2,
      ...readOutputFolder(proof, 'gatebench-proof'),
      ...getMachineValues(cli),
      lock: lock ? writing : 'never',
    };
    const options = requireOptions(validateOptionsSchema.safeParse(input));
    return (await validateContracts(options, cli.out, cli.shell.cwd)).exit_code;
  },
};

/** Runs golden and noop once each. */
async function checkQuickly(values: QuickValues, cli: CliContext): Promise<number> {
  const { checkContracts, checkOptionsSchema } = await verbs.validate();
  const input = { ...readOutputFolder(values, 'gatebench-check', 'replace'), ...getMachineValues(cli) };
  const options = requireOptions(checkOptionsSchema.safeParse(input));
  return (await checkContracts(options, cli.out, cli.shell.cwd)).exit_code;
}
