import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOutput } from './orders.js';
import type { ReportOrderInput } from './report_order.js';
import type { Parsers } from './study_options.js';
import { verbs } from './verbs.js';

/** Adds the verb `report` to the command line; `done` is told the exit code. */
export function addReport(
  program: Command,
  out: RunOutput,
  around: { cwd: string },
  { whole }: Pick<Parsers, 'whole'>,
  done: (code: number) => void,
): void {
  program
    .command('report')
    .description('merge the results of all shards: one report, what is missing, what the gate says')
    .argument('<folders...>', 'output folders of `run`, or the folder that the artifacts of all shards are in')
    .option('-o, --out <dir>', 'folder for the merged results and the reports', 'gatebench-report')
    .option('--plan <file>', 'plan of the attempts, where it is not in the folders')
    .option('--history <file>', 'append one line about this run of the suite')
    .addOption(
      new Option('--fail-on <when>', 'what makes the exit code 1 (default: as the plan says, else gates)').choices([
        'gates',
        'regression',
        'never',
      ]),
    )
    .option(
      '--min-strength <bits>',
      'strength that a pass must have, in bits: 8 = 2^-8 (default: as the plan says, or any)',
      whole,
    )
    .option('--verify', 'check the whole record of every attempt, not only its sealed report', false)
    .option('--allow-mixed-versions', 'merge results of different versions of a contract, and say so', false)
    .option('--adjudications <file>', 'CSV file with what people decided on attempts')
    .option('--json', 'print what was found as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench report artifacts/ --out gatebench-report\nExit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake, or results that do not belong together · 3 indecisive',
    )
    .action(async (folders: string[], options: Record<string, unknown>) => {
      const input: ReportOrderInput = {
        folders,
        out: options.out as string,
        plan: options.plan as string | undefined,
        history: options.history as string | undefined,
        adjudications: options.adjudications as string | undefined,
        fail_on: options.failOn as 'gates' | undefined,
        min_strength: options.minStrength as number | undefined,
        verify: options.verify as boolean,
        allow_mixed_versions: options.allowMixedVersions as boolean,
        json: options.json as boolean,
      };
      const { report, reportOrderSchema } = await verbs.report();
      const parsed = reportOrderSchema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
      }
      done(report(parsed.data, out, around.cwd).exit_code);
    });
}
