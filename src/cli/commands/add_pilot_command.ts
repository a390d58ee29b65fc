import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { createReposOption, LAYER_CACHE_OPTION } from '../options/add_study_options.js';
import { createNumberParser, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

const parseUsd = createNumberParser('must be a number of 0 or more', (usd) => usd >= 0);

/** Adds the verb `pilot` to the command line. */
export function addPilotCommand(program: Command, cli: CliContext): void {
  const { out, shell, finish } = cli;
  const pilot = program
    .command('pilot')
    .description('a staged pilot: agreed before its first run, judged from records');
  addPilotPlanCommand(pilot, cli);
  addPilotResultCommands(pilot, cli);
  addPilotDeviateCommand(pilot, cli);

  pilot
    .command('remove')
    .description('leave a task out that is objectively invalid: logged, never replaced, no way back')
    .argument('<pilot>', 'folder of the pilot')
    .argument('<task>', 'id of the contract')
    .requiredOption('--because <reason>', 'what is objectively invalid about it; stands in every report')
    .addHelpText(
      'after',
      '\nExample:\n  gatebench pilot remove pilot/ rate-limiter --because "its checks depend on the time of day"',
    )
    .action(async (folder: string, task: string, options: { because: string }) => {
      const { removePilotTask, pilotRemoveOptionsSchema } = await verbs.pilot();
      removePilotTask(
        requireOptions(pilotRemoveOptionsSchema.safeParse({ pilot: folder, task, because: options.because })),
        out,
        shell.cwd,
      );
      finish(0);
    });
}

function addPilotPlanCommand(pilot: Command, { out, shell, finish }: CliContext): void {
  pilot
    .command('plan')
    .description(
      'write the protocol: frozen tasks, randomised order, stages, envelopes, rules, power; bound by one digest',
    )
    .requiredOption('-s, --suite <file>', 'suite file, with a section `pilot` (docs/suites.md#pilots)')
    .requiredOption('-o, --out <dir>', 'folder for the protocol; one that is there is never written over')
    .addOption(createReposOption())
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print the protocol as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench pilot plan --suite gatebench.yml --out pilot/\n  ' +
        'gatebench run --suite gatebench.yml --plan pilot/stage-1.plan.json --out runs/stage-1',
    )
    .action(async (options: Record<string, unknown>) => {
      const { planPilot, pilotPlanOptionsSchema } = await verbs.pilot();
      const { search_path, way_out } = shell;
      const order = requireOptions(pilotPlanOptionsSchema.safeParse({ ...options, search_path, way_out }));
      finish((await planPilot(order, out, shell.cwd)) ? 0 : 130);
    });
}

function addPilotResultCommands(pilot: Command, { out, shell, finish }: CliContext): void {
  pilot
    .command('check')
    .description('entry and exit criteria of a stage, and whether a registered rule says stop')
    .argument('<pilot>', 'folder of the pilot')
    .argument('[results...]', 'output folders of `run`, of all stages so far, or folders that hold them')
    .requiredOption('--stage <n>', '1, 2 or 3', parseIntegerOption)
    .option('--json', 'print what was found as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench pilot check pilot/ runs/ --stage 2\n' +
        'Exit codes: 0 all criteria met · 1 not, or a rule says stop · 2 your mistake · 3 not decided',
    )
    .action(async (folder: string, results: string[], options: { stage: number; json: boolean }) => {
      const { checkPilot, pilotCheckOptionsSchema } = await verbs.pilot();
      const order = requireOptions(pilotCheckOptionsSchema.safeParse({ pilot: folder, results, ...options }));
      finish(checkPilot(order, out, shell.cwd).exit_code);
    });

  pilot
    .command('report')
    .description(
      'what was planned against what was done, rates and costs by arm and stratum, deviations, adjudications',
    )
    .argument('<pilot>', 'folder of the pilot')
    .argument('<results...>', 'output folders of `run`, of all stages so far, or folders that hold them')
    .option('-o, --out <dir>', 'folder for the report', 'pilot-report')
    .option('--adjudications <file>', 'CSV file with reviews: attempt,reviewer,verdict,minutes,reason[,mode]')
    .option('--usd-per-hour <n>', 'what an hour of a reviewer costs', parseUsd)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', '\nExample:\n  gatebench pilot report pilot/ runs/ --adjudications reviews.csv')
    .action(async (folder: string, results: string[], options: Record<string, unknown>) => {
      const { writePilotReport, pilotReportOptionsSchema } = await verbs.pilot();
      const { usdPerHour: usd_per_hour, ...rest } = options;
      writePilotReport(
        requireOptions(pilotReportOptionsSchema.safeParse({ pilot: folder, results, usd_per_hour, ...rest })),
        out,
        shell.cwd,
      );
      finish(0);
    });
}

function addPilotDeviateCommand(pilot: Command, { out, shell, finish }: CliContext): void {
  pilot
    .command('deviate')
    .description(
      'declare that a stage begins although entry criteria are not met: who, why and when stand in every report',
    )
    .argument('<pilot>', 'folder of the pilot')
    .argument('[results...]', 'output folders of `run`, of all stages so far, or folders that hold them')
    .requiredOption('--stage <n>', '1, 2 or 3', parseIntegerOption)
    .requiredOption('--because <reason>', 'why it begins all the same')
    .option('--by <name>', 'who declares it', shell.user)
    .option('--json', 'print the line as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench pilot deviate pilot/ runs/ --stage 3 --because "two tasks only: this shows the workflow, not an ' +
        'effect"',
    )
    .action(async (folder: string, results: string[], options: Record<string, unknown>) => {
      const { declarePilotDeviation, pilotDeviateOptionsSchema } = await verbs.pilot();
      const order = requireOptions(pilotDeviateOptionsSchema.safeParse({ pilot: folder, results, ...options }));
      declarePilotDeviation(order, out, shell.cwd);
      finish(0);
    });
}
