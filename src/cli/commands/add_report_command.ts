import { type Command, Option } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions, toSnakeCase } from '../options/require_options.js';

/** Adds the verb `reportResults` to the command line. */
export function addReportCommand(program: Command, { out, shell, finish }: CliContext): void {
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
      parseIntegerOption,
    )
    .option('--verify', 'check the whole record of every attempt, not only its sealed report', false)
    .option(
      '--allow-missing-records',
      'with --verify and a plan: count attempts whose records did not come along as missing, and merge the others',
      false,
    )
    .option('--allow-mixed-versions', 'merge results of different versions of a contract, and say so', false)
    .option('--adjudications <file>', 'CSV file with what people decided on attempts')
    .option('--json', 'print what was found as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench report artifacts/ --out gatebench-report\n' +
        'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake, or results that do not belong together · ' +
        '3 indecisive',
    )
    .action(async (folders: string[], options: Record<string, unknown>) => {
      const { reportResults, reportOptionsSchema } = await verbs.report();
      const order = requireOptions(reportOptionsSchema.safeParse({ folders, ...toSnakeCase(options) }));
      finish((await reportResults(order, out, shell.cwd)).exit_code);
    });
}
