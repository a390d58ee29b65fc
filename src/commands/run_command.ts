import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOrder, RunOrderInput, RunOutput } from './orders.js';
import { addStudyOptions, type Caller, outputOf, type Parsers, studyInput } from './study_options.js';
import { verbs } from './verbs.js';

/** Adds the verb `run` to the command line; `done` is told the exit code. */
export function addRun(
  program: Command,
  out: RunOutput,
  around: Caller,
  parsers: Parsers,
  done: (code: number) => void,
): void {
  const { whole } = parsers;
  const command = program
    .command('run')
    .description('make attempts: agent in a sandbox → patch → fresh snapshot → four gates → record and report')
    .option(
      '-o, --out <dir>',
      'folder for records and reports (default: gatebench-out; an earlier run there is renamed, gatebench-out.1)',
    )
    .option('--plan <file>', 'make the attempts of this plan (see plan), and no others')
    .option('-j, --concurrency <n>', 'attempts side by side (default: as the suite says, or 1)', whole)
    .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
    .addOption(
      new Option('--replace', 'remove the results of an earlier run from the folder')
        .default(false)
        .conflicts('resume'),
    )
    .option(
      '--reuse <dir>',
      'take decided attempts with the same key over from an earlier run in that folder; may be repeated',
      parsers.collect,
      [],
    )
    .option(
      '--retries <n>',
      'further tries where the machine or the network failed; every try is kept (default: as the suite says, or 0)',
      whole,
    )
    .option('--shard <i/n>', 'only the i-th of n parts')
    .addOption(
      new Option(
        '--fail-on <when>',
        'what makes the exit code 1; regression: head is worse than --baseline (default: as the suite says, or gates)',
      ).choices(['gates', 'regression', 'never']),
    )
    .option(
      '--min-strength <bits>',
      'strength that a pass must have, in bits: 8 = 2^-8 (default: as the suite says, or any)',
      whole,
    )
    .option('--baseline <path>', 'what to compare with: output folder of an earlier run, or a history')
    .option(
      '--extra-trials <n>',
      'further attempts of a contract that a regression gate cannot decide yet',
      parsers.whole,
    )
    .option('--extra-usd <usd>', 'what these may cost together', dollars)
    .option(
      '--record-stubs',
      'reach the allowed hosts of contracts with policy.network.stubs, and write that file anew',
      false,
    )
    .option('--dry-run', 'say what would run, run nothing', false)
    .addOption(
      new Option('--sandbox <name>', 'isolation')
        .choices(['auto', 'bubblewrap', 'docker', 'podman', 'none'])
        .default('auto'),
    )
    .option(
      '--unsafe-no-sandbox',
      'allow --sandbox none: nothing is held back, and no attempt passes the safety gate',
      false,
    )
    .option('--no-ask', 'deny at once whatever the policy would ask a person')
    .option('--json', 'print results as JSON', false);
  addStudyOptions(command, parsers)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench run tasks/*/contract.yml --agent golden --agent noop\n  gatebench run --suite gatebench.yml',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { run, runOrderSchema } = await verbs.run();
      const input: RunOrderInput = {
        ...studyInput(contracts, options, around),
        ...outputOf(options, 'gatebench-out'),
        plan: options.plan as string | undefined,
        record_stubs: options.recordStubs as boolean,
        resume: options.resume as boolean,
        reuse: options.reuse as string[],
        retries: options.retries as number | undefined,
        fail_on: options.failOn as RunOrder['fail_on'],
        baseline: options.baseline as string | undefined,
        extra_trials: options.extraTrials as number | undefined,
        extra_usd: options.extraUsd as number | undefined,
        min_strength: options.minStrength as number | undefined,
        dry_run: options.dryRun as boolean,
        sandbox: options.unsafeNoSandbox && options.sandbox === 'auto' ? 'none' : (options.sandbox as 'auto'),
        unsafe: options.unsafeNoSandbox as boolean,
        concurrency: options.concurrency as number | undefined,
        shard: options.shard as string | undefined,
        ask: options.ask as boolean,
        json: options.json as boolean,
      };
      done((await run(demandOrder(runOrderSchema.safeParse(input)), out, around.cwd)).exit_code);
    });
}

function dollars(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('must be a number above 0');
  return value;
}

type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };

/** An order of the command line. @throws for what its schema refuses, as commander shows it */
export function demandOrder<T>(parsed: Parsed<T>): T {
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const at = issue.path.filter((key) => key !== 'run').join('.');
  throw new InvalidArgumentError(at === '' ? issue.message : `${at}: ${issue.message}`);
}
