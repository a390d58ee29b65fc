import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { collectValues, createNumberParser } from '../options/parse_integer_option.js';
import { requireOptions, toSnakeCase } from '../options/require_options.js';

const parseNumber = createNumberParser('must be a number, such as 0.1');

/** Adds the verb `compareResults` to the command line. */
export function addCompareCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('compare')
    .description('head against base, paired by task: regression, no regression, or undecided')
    .argument('<base>', 'output folder of `run` or `report`, or its results.jsonl: what was before')
    .argument('<head>', 'the same of what is judged')
    .option('--arm <id>', 'arm that both have; may be repeated (default: agents with everything on)', collectValues)
    .option('--base-arm <id>', 'arm of base, where it is called otherwise than that of head')
    .option('--head-arm <id>', 'arm of head')
    .option('--history <file>', 'history of the base: contracts that are stable in it alone may turn the gate')
    .option(
      '--minimum-effect <share>',
      'difference that would matter (default: as the plan says, else 0.1)',
      parseNumber,
    )
    .option(
      '--confidence <share>',
      'of the intervals of the paired comparison (default: as the plan says, else 0.95)',
      parseNumber,
    )
    .option(
      '--alpha <share>',
      'largest chance of a false alarm of the gate (default: as the plan says, else 0.005)',
      parseNumber,
    )
    .option(
      '--tolerance <share>',
      'share of the rarer outcome in the history of a stable contract (default: as the plan says, else 0.05)',
      parseNumber,
    )
    .option(
      '--minimum-history <runs>',
      'decided runs that a history must have of a contract (default: as the plan says, else 5)',
      parseNumber,
    )
    .option(
      '--coverage-floor <share>',
      'share of runs of head that must be decided (default: as the plan says, else 1)',
      parseNumber,
    )
    .option('-o, --out <dir>', 'folder for comparison.json and comparison.md')
    .option('--json', 'print the comparison as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench compare before/ after/ --history history.jsonl\n' +
        'Exit codes: 0 no regression · 1 regression · 2 your mistake · 3 undecided',
    )
    .action(async (base: string, head: string, options: Record<string, unknown>) => {
      const { arm: arms, ...rest } = options;
      const { compareResults, compareOptionsSchema } = await verbs.compare();
      const order = requireOptions(compareOptionsSchema.safeParse({ base, head, arms, ...toSnakeCase(rest) }));
      finish(compareResults(order, out, shell.cwd).exit_code);
    });
}
