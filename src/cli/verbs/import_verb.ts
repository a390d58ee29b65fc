import { FLAG, integer, LIST, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, type Verb } from '../options/verb.js';
import { getMachineValues } from './study_options.js';

interface ImportValues {
  benchmark?: string;
  files: string[];
  files_folder?: string;
  adapter?: string;
}

/** Verb that makes contracts of an external benchmark. */
export const importVerb: Verb = {
  name: 'import',
  help: 'make contracts of the tasks of an external benchmark',
  args: [
    ['[benchmark]', 'format of the files; none with --adapter'],
    ['[files...]', 'files or folders of the benchmark'],
  ],
  options: [
    pickOption('out', { help: 'folder for the contracts', is_required: true }),
    { flag: '--adapter <file>', kind: TEXT, help: 'module with an adapter of your own, in place of the benchmark' },
    { flag: '--dialect <name>', kind: TEXT, help: 'variant of the format, where the rows do not tell' },
    {
      flag: '--files <dir>',
      field: 'files_folder',
      kind: TEXT,
      help: 'folder of the files that the tasks are about, where it does not lie beside the rows',
    },
    {
      flag: '--grader <name>',
      kind: TEXT,
      help: "grader in place of one that a contract cannot have; results are not the benchmark's",
    },
    { flag: '--only <id>', kind: LIST, help: 'import this task, or those that match a pattern (repeatable)' },
    {
      flag: '--images <mode>',
      kind: TEXT,
      help: 'images of the benchmark, pinned by digest: auto (where docker or podman has them), never, require',
      default: 'auto',
    },
    { flag: '--pull', kind: FLAG, help: 'fetch images that are not on this machine' },
    { flag: '--max <n>', kind: integer(), help: 'at most so many tasks' },
    {
      flag: '--check',
      kind: FLAG,
      help: 'prove each contract, quarantine what does not hold, and write an audit',
    },
    {
      flag: '--again',
      kind: FLAG,
      help: 'with --check: prove also what an earlier audit in the same folder has proven',
    },
    {
      flag: '--budget <time>',
      kind: TEXT,
      help: 'with --check: begin no further proof after this time, such as 90m',
    },
    { flag: '-n, --reruns <n>', kind: integer(), help: 'with --check: reruns of each proof', default: 2 },
    {
      flag: '--mutants <n>',
      kind: integer(),
      help: 'with --check: at most so many mutants in each proof',
      default: 4,
    },
    {
      flag: '--calibration <time>',
      kind: TEXT,
      help: 'with --check: longest search for values of challenge rounds in each proof, up to 15m',
      default: '3m',
    },
    pickOption('concurrency', { help: 'attempts side by side', default: 1 }),
    pickOption('repos'),
    pickOption('cache'),
    pickOption('json', { help: 'print the outcome as JSON' }),
  ],
  more:
    'Benchmarks: swe-bench, harbor, context-bench, redcode, multi-agent-bench (docs/reference/benchmarks.md)\n\n' +
    'Examples:\n  gatebench import swe-bench verified.parquet --out swe --repos mirrors --max 20\n' +
    '  gatebench import swe-bench rows.jsonl --out swe --check\n' +
    '  gatebench import swe-bench rows.jsonl --out swe --images require --pull --only django__django-11630\n' +
    '  gatebench import context-bench suite.yaml --files data --grader contains --out letta\n' +
    '  gatebench import redcode index8_30_codes_full_upd.json --out redcode\n' +
    '  gatebench import --adapter ./mine.mjs rows.csv --out mine\n' +
    'Exit codes: 0 every task became a contract, and holds · 1 some did not · 2 your mistake · 130 interrupted',
  async run({ benchmark, files, files_folder, ...values }: ImportValues, cli) {
    const { importBenchmark, importOptionsSchema } = await verbs.import();
    // With an adapter of one's own the first argument is a file, too.
    const names =
      values.adapter === undefined
        ? { benchmark, paths: files }
        : { paths: [...(benchmark === undefined ? [] : [benchmark]), ...files] };
    const input = { ...values, ...names, files: files_folder, ...getMachineValues(cli) };
    const options = requireOptions(importOptionsSchema.safeParse(input));
    return (await importBenchmark(options, cli.out, cli.shell.cwd)).exit_code;
  },
};
