import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `rubric` to the command line. */
export function addRubricCommand(program: Command, { out, shell, finish }: CliContext): void {
  const rubric = program
    .command('rubric')
    .description('the rubric in force: gates, weights, a form, its sanity report');
  rubric
    .command('show', { isDefault: true })
    .description('gates and weights, as a figure and a table')
    .option('--html <file>', 'write the figure as a page')
    .option('--json', 'print the rubric as JSON', false)
    .addHelpText('after', '\nExample:\n  gatebench rubric show --html rubric.html')
    .action(async (options: { html?: string; json: boolean }) => {
      (await verbs.rubric()).showRubric(options, out, shell.cwd);
      finish(0);
    });
  rubric
    .command('template')
    .description('the rubric as a form (CSV): a row for each gate, dimension and part')
    .option('-o, --out <file>', 'write it to a file')
    .addHelpText('after', '\nExample:\n  gatebench rubric template --out rubric.csv')
    .action(async (options: { out?: string }) => {
      (await verbs.rubric()).writeRubricTemplate(options.out, out, shell.cwd);
      finish(0);
    });
  rubric
    .command('check')
    .description('sanity report of a form: rows complete, ids known, weights sum to 1, scores within their scale')
    .argument('<file>', 'CSV file')
    .option('--json', 'print the report as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench rubric check rubric.csv\nExit codes: 0 sane · 1 not · 2 your mistake',
    )
    .action(async (file: string, options: { json: boolean }) => {
      finish((await verbs.rubric()).checkRubricFile(file, options.json, out, shell.cwd));
    });
}
