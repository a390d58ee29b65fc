import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { createReposOption, LAYER_CACHE_OPTION } from '../options/add_study_options.js';
import { collectValues, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

/** Adds the verb `importBenchmark` to the command line. */
export function addImportCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('import')
    .description('make contracts of the tasks of an external benchmark')
    .argument('[benchmark]', 'format of the files; none with --adapter')
    .argument('[files...]', 'files or folders of the benchmark')
    .requiredOption('-o, --out <dir>', 'folder for the contracts')
    .option('--adapter <file>', 'module with an adapter of your own, in place of the benchmark')
    .option('--dialect <name>', 'variant of the format, where the rows do not tell')
    .option('--files <dir>', 'folder of the files that the tasks are about, where it does not lie beside the rows')
    .option('--grader <name>', "grader in place of one that a contract cannot have; results are not the benchmark's")
    .option('--only <id>', 'import this task, or those that match a pattern (repeatable)', collectValues)
    .option(
      '--images <mode>',
      'images of the benchmark, pinned by digest: auto (where docker or podman has them), never, require',
      'auto',
    )
    .option('--pull', 'fetch images that are not on this machine', false)
    .option('--max <n>', 'at most so many tasks', parseIntegerOption)
    .option('--check', 'prove each contract, quarantine what does not hold, and write an audit', false)
    .option('--again', 'with --check: prove also what an earlier audit in the same folder has proven', false)
    .option('--budget <time>', 'with --check: begin no further proof after this time, such as 90m')
    .option('-n, --reruns <n>', 'with --check: reruns of each proof', parseIntegerOption, 2)
    .option('--mutants <n>', 'with --check: at most so many mutants in each proof', parseIntegerOption, 4)
    .option(
      '--calibration <time>',
      'with --check: longest search for values of challenge rounds in each proof, up to 15m',
      '3m',
    )
    .option('-j, --concurrency <n>', 'attempts side by side', parseIntegerOption, 1)
    .addOption(createReposOption())
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print the outcome as JSON', false)
    .addHelpText(
      'after',
      '\nBenchmarks: swe-bench, harbor, context-bench, redcode, multi-agent-bench (docs/reference/benchmarks.md)\n\n' +
        'Examples:\n  gatebench import swe-bench verified.parquet --out swe --repos mirrors --max 20\n' +
        '  gatebench import swe-bench rows.jsonl --out swe --check\n' +
        '  gatebench import swe-bench rows.jsonl --out swe --images require --pull --only django__django-11630\n' +
        '  gatebench import context-bench suite.yaml --files data --grader contains --out letta\n' +
        '  gatebench import redcode index8_30_codes_full_upd.json --out redcode\n' +
        '  gatebench import --adapter ./mine.mjs rows.csv --out mine\n' +
        'Exit codes: 0 every task became a contract, and holds · 1 some did not · 2 your mistake · 130 interrupted',
    )
    .action(async (benchmark: string | undefined, files: string[], options: Record<string, unknown>) => {
      const { search_path, way_out } = shell;
      const { importBenchmark, importOptionsSchema } = await verbs.import();
      // With an adapter of one's own the first argument is a file, too.
      const names =
        options.adapter === undefined
          ? { benchmark, paths: files }
          : { paths: [...(benchmark === undefined ? [] : [benchmark]), ...files] };
      const order = requireOptions(importOptionsSchema.safeParse({ ...options, ...names, search_path, way_out }));
      finish((await importBenchmark(order, out, shell.cwd)).exit_code);
    });
}
