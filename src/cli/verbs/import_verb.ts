import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb } from '../options/verb.js';
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
    ...pickOptions('adapter', 'dialect'),
    pickOption('files', { field: 'files_folder' }),
    ...pickOptions('grader', 'only'),
    pickOption('images', { default: 'auto' }),
    ...pickOptions('pull', 'max', 'check', 'again'),
    pickOption('budget', { help: 'with --check: begin no further proof after this time, such as 90m' }),
    pickOption('reruns', { help: 'with --check: reruns of each proof', default: 2 }),
    pickOption('mutants', { help: 'with --check: at most so many mutants in each proof', default: 4 }),
    pickOption('calibration', { default: '3m' }),
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
