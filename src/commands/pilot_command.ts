import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import type { RunOutput } from './orders.js';
import type { Caller, Parsers } from './study_options.js';
import { verbs } from './verbs.js';

/** Adds the verb `pilot` to the command line; `done` is told the exit code. */
export function addPilot(
  program: Command,
  out: RunOutput,
  around: Caller,
  { whole, collect }: Parsers,
  done: (code: number) => void,
): void {
  const pilot = program
    .command('pilot')
    .description('a staged pilot: agreed before its first run, judged from records');
  addPlanning(pilot, out, around, collect, done);
  addChecking(pilot, out, around, whole, done);

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
      const { pilotRemove, pilotRemoveOrderSchema } = await verbs.pilot();
      pilotRemove(
        demand(pilotRemoveOrderSchema.safeParse({ pilot: folder, task, because: options.because })),
        out,
        around.cwd,
      );
      done(0);
    });
}

function addPlanning(
  pilot: Command,
  out: RunOutput,
  around: Caller,
  collect: Parsers['collect'],
  done: (code: number) => void,
): void {
  pilot
    .command('plan')
    .description(
      'write the protocol: frozen tasks, randomised order, stages, envelopes, rules, power; bound by one digest',
    )
    .requiredOption('-s, --suite <file>', 'suite file, with a section `pilot` (docs/pilot.md)')
    .requiredOption('-o, --out <dir>', 'folder for the protocol; one that is there is never written over')
    .option(
      '--repos <dir>',
      'folder with local mirrors "owner+name", used instead of the network; may be repeated',
      collect,
      [],
    )
    .option(
      '--cache <dir>',
      'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
    )
    .option('--json', 'print the protocol as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench pilot plan --suite gatebench.yml --out pilot/\n  gatebench run --suite gatebench.yml --plan pilot/stage-1.plan.json --out runs/stage-1',
    )
    .action(async (options: Record<string, unknown>) => {
      const { pilotPlan, pilotPlanOrderSchema } = await verbs.pilot();
      const { search_path, way_out } = around;
      const order = demand(pilotPlanOrderSchema.safeParse({ ...options, search_path, way_out }));
      done((await pilotPlan(order, out, around.cwd)) ? 0 : 130);
    });
}

function addChecking(
  pilot: Command,
  out: RunOutput,
  around: Caller,
  whole: Parsers['whole'],
  done: (code: number) => void,
): void {
  pilot
    .command('check')
    .description('entry and exit criteria of a stage, and whether a registered rule says stop')
    .argument('<pilot>', 'folder of the pilot')
    .argument('[results...]', 'output folders of `run`, of all stages so far, or folders that hold them')
    .requiredOption('--stage <n>', '1, 2 or 3', whole)
    .option('--json', 'print what was found as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench pilot check pilot/ runs/ --stage 2\nExit codes: 0 all criteria met · 1 not, or a rule says stop · 2 your mistake · 3 not decided',
    )
    .action(async (folder: string, results: string[], options: { stage: number; json: boolean }) => {
      const { pilotCheck, pilotCheckOrderSchema } = await verbs.pilot();
      const order = demand(pilotCheckOrderSchema.safeParse({ pilot: folder, results, ...options }));
      done(pilotCheck(order, out, around.cwd).exit_code);
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
    .option('--usd-per-hour <n>', 'what an hour of a reviewer costs', dollars)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', '\nExample:\n  gatebench pilot report pilot/ runs/ --adjudications reviews.csv')
    .action(async (folder: string, results: string[], options: Record<string, unknown>) => {
      const { pilotReport, pilotReportOrderSchema } = await verbs.pilot();
      const { usdPerHour: usd_per_hour, ...rest } = options;
      pilotReport(
        demand(pilotReportOrderSchema.safeParse({ pilot: folder, results, usd_per_hour, ...rest })),
        out,
        around.cwd,
      );
      done(0);
    });
}

function dollars(text: string): number {
  const usd = Number(text);
  if (text.trim() === '' || !(usd >= 0 && Number.isFinite(usd)))
    throw new InvalidArgumentError('must be a number of 0 or more');
  return usd;
}

/** What was parsed. @throws with what is wrong, as the command line says it */
function demand<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
}
