import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOptions, RunOptionsInput } from '../../commands/study/run_options.js';
import { verbs } from '../../engine/verbs.js';
import { VARIATIONS, type Variation } from '../../record/manifest/variations.js';
import type { CliContext } from '../cli_context.js';
import { addGroupedHelp, type HelpGroups } from '../options/add_grouped_help.js';
import { addStudyOptions, readOutputOptions, readStudyOptions } from '../options/add_study_options.js';
import { collectValues, createNumberParser, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

const parseUsd = createNumberParser('must be a number above 0', (usd) => usd > 0);

/** Options that the help shows, by group. */
const COMMON_OPTIONS: HelpGroups = {
  'What is run': ['--suite', '--agent', '--trials', '--model', '--upstream', '--dry-run'],
  'Where and how': ['--out', '--concurrency', '--resume'],
  'What decides': ['--fail-on', '--json'],
};

/** Options that the help shows with --help-all, by group. */
const FURTHER_OPTIONS: HelpGroups = {
  'Further attempts and repetition': [
    '--replicate',
    '--vary',
    '--ablate',
    '--seed',
    '--reuse',
    '--retries',
    '--shard',
    '--plan',
    '--replace',
  ],
  'Contracts and agents': ['--install', '--require-proof', '--coordination-rules', '--repos', '--base', '--head'],
  'Terms of models': [
    ...[
      '--prices',
      '--allow-model',
      '--judge-model',
      '--key-env',
      '--models',
      '--steering',
      '--backend',
      '--redaction',
      '--restricted-store',
    ],
  ],
  'Pilots and regression': [
    '--pilot-results',
    '--deviation',
    '--extra-trials',
    '--extra-usd',
    '--baseline',
    '--min-strength',
  ],
  'Sandbox and people': ['--sandbox', '--cache', '--record-stubs', '--unsafe-no-sandbox', '--no-ask'],
};

/** Reads what is repeated. @throws {InvalidArgumentError} for a variation of nothing */
function readReplicationOptions({ replicate, vary }: Record<string, unknown>): RunOptionsInput['replicate'] {
  if (replicate !== undefined) return { run: replicate as string, vary: (vary as Variation[] | undefined) ?? [] };
  if (vary === undefined) return undefined;
  throw new InvalidArgumentError('--vary is for --replicate RUN, the attempt whose configuration is repeated');
}

/** Adds the verb `runStudy` to the command line. */
export function addRunCommand(program: Command, { out, shell, finish }: CliContext): void {
  const command = program
    .command('run')
    .description('make attempts: agent in a sandbox → patch → fresh snapshot → four gates → record and report')
    .option(
      '-o, --out <dir>',
      'folder for records and reports (default: gatebench-out; an earlier run there is renamed, gatebench-out.1)',
    )
    .option('--plan <file>', 'make the attempts of this plan (see plan), and no others')
    .option(
      '--pilot-results <dir>',
      'for a stage of a pilot: results of it so far; may be repeated (default: those beside --out)',
      collectValues,
      [],
    )
    .option(
      '--deviation <reason>',
      'for a stage of a pilot: begin it although entry criteria are not met; who, why and when stand in every report',
    )
    .option('-j, --concurrency <n>', 'attempts side by side (default: as the suite says, or 1)', parseIntegerOption)
    .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
    .addOption(
      new Option('--replace', 'remove the results of an earlier run from the folder')
        .default(false)
        .conflicts('resume'),
    )
    .option(
      '--reuse <dir>',
      'take decided attempts with the same key over from an earlier run in that folder; may be repeated',
      collectValues,
      [],
    )
    .option(
      '--retries <n>',
      'further tries where the machine or the network failed; every try is kept (default: as the suite says, or 0)',
      parseIntegerOption,
    )
    .option(
      '--replicate <run>',
      'repeat the configuration of a recorded attempt: a run directory, or a folder with one attempt; see --vary',
    )
    .option(
      '--vary <part>',
      `part of that configuration that differs, declared beforehand: ${VARIATIONS.join(', ')}; may be repeated`,
      collectValues,
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
      parseIntegerOption,
    )
    .option('--baseline <path>', 'what to compare with: output folder of an earlier run, or a history')
    .option(
      '--extra-trials <n>',
      'further attempts of a contract that a regression gate cannot decide yet',
      parseIntegerOption,
    )
    .option('--extra-usd <usd>', 'what these may cost together', parseUsd)
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
  addGroupedHelp(addStudyOptions(command), COMMON_OPTIONS, FURTHER_OPTIONS)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench run tasks/*/contract.yml --agent golden --agent noop\n  ' +
        'gatebench run --suite gatebench.yml',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { runStudy, runOptionsSchema } = await verbs.run();
      const input: RunOptionsInput = {
        ...readStudyOptions(contracts, options, shell),
        ...readOutputOptions(options, 'gatebench-out'),
        plan: options.plan as string | undefined,
        replicate: readReplicationOptions(options),
        pilot_results: options.pilotResults as string[],
        deviation:
          options.deviation === undefined ? undefined : { because: options.deviation as string, by: shell.user },
        record_stubs: options.recordStubs as boolean,
        resume: options.resume as boolean,
        reuse: options.reuse as string[],
        retries: options.retries as number | undefined,
        fail_on: options.failOn as RunOptions['fail_on'],
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
      finish(
        (
          await runStudy(
            requireOptions(runOptionsSchema.safeParse(input, { jitless: true })),
            { ...out, offers_unsafe: true },
            shell.cwd,
          )
        ).exit_code,
      );
    });
}
