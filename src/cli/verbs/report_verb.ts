import { InvalidArgumentError } from 'commander';
import { FLAG, TEXT } from '../../commands/options/option_spec.js';
import type { ReportSectionName } from '../../commands/options/option_table.js';
import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, type Verb } from '../options/verb.js';

interface ReportValues {
  folders: string[];
  section?: ReportSectionName;
  gold?: string;
  cache?: string;
  json: boolean;
}

/** Verb that reports results. */
export const reportVerb: Verb = {
  name: 'report',
  help: 'merge the results of all shards: one report, what is missing, the gate',
  args: [['<folders...>', 'output folders of `run`, or the folder that the artifacts of all shards are in']],
  options: [
    pickOption('out', { help: 'folder for the merged results and the reports (default: gatebench-report)' }),
    {
      flag: '--html <dir>',
      kind: TEXT,
      help:
        'also write the pages of `view`, with what the records hold, into a folder: for an artifact, for Pages, or ' +
        'to open from a disk',
    },
    pickOption('plan', { help: 'plan of the attempts, where it is not in the folders' }),
    pickOption('history', { help: 'append one line about this run of the suite' }),
    {
      flag: '--board <file>',
      kind: TEXT,
      help: 'with --history: write a page on each contract, night by night (HTML)',
    },
    { flag: '--junit <file>', kind: TEXT, help: 'also write JUnit XML, a test case for each attempt' },
    { flag: '--sarif <file>', kind: TEXT, help: 'also write findings and failed checks as SARIF, for code scanning' },
    { flag: '--csv <file>', kind: TEXT, help: 'also write a table with a line for each attempt' },
    { flag: '--badge <file>', kind: TEXT, help: 'also write a badge: .json for an endpoint of shields.io, or .svg' },
    pickOption('fail_on', { help: 'what makes the exit code 1 (default: as the plan says, else gates)' }),
    pickOption('min_strength'),
    { flag: '--verify', kind: FLAG, help: 'check the whole record of every attempt, not only its sealed report' },
    {
      flag: '--allow-missing-records',
      kind: FLAG,
      help:
        'with --verify and a plan: count attempts whose records did not come along as missing, and merge the ' +
        'others',
    },
    {
      flag: '--allow-mixed-versions',
      kind: FLAG,
      help: 'merge results of different versions of a contract, and say so',
    },
    pickOption('adjudications'),
    pickOption('section', {
      conflicts: [
        ...['--out', '--html', '--history', '--board', '--junit', '--sarif', '--csv', '--badge'],
        ...['--fail-on', '--min-strength', '--verify', '--allow-mixed-versions'],
      ],
    }),
    {
      flag: '--gold <dir>',
      kind: TEXT,
      help:
        'for --section context: folder of the contracts, each with gold_context.json (default: where they were ' +
        'run)',
    },
    pickOption('cache'),
    pickOption('json', { help: 'print what was found as JSON' }),
  ],
  more:
    'Example:\n  ' +
    'gatebench report artifacts/ --out gatebench-report\n  ' +
    'gatebench report gatebench-out --junit junit.xml --csv attempts.csv\n  ' +
    'gatebench report gatebench-out --section safety-rates\n' +
    'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake, or results that do not belong together · ' +
    '3 undecided, or a record that --section could not read',
  async run({ section, gold, cache, ...values }: ReportValues, { out, shell: { cwd } }) {
    const { reportResults, reportOptionsSchema, printReportSection } = await verbs.report();
    const stray =
      section === 'context' ? undefined : [gold && '--gold', section === undefined && cache && '--cache'].find(Boolean);
    if (stray) throw new InvalidArgumentError(`${stray} is for --section context`);
    if (section !== undefined) return printReportSection({ ...values, section, gold, cache }, out, cwd);
    const options = requireOptions(reportOptionsSchema.safeParse({ out: 'gatebench-report', ...values }));
    return (await reportResults(options, out, cwd)).exit_code;
  },
};
