import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb } from '../options/verb.js';
import {
  CONTRACTS_ARGUMENT,
  completeStudyValues,
  type OutputValues,
  readOutputFolder,
  readSandbox,
  STUDY_OPTIONS,
  type StudyValues,
} from './study_options.js';

type RunValues = StudyValues & OutputValues & { sandbox?: string; unsafe: boolean };

/** Verb that makes attempts. */
export const runVerb: Verb = {
  name: 'run',
  help: 'make attempts: agent in a sandbox → patch → four gates → record, report',
  args: [CONTRACTS_ARGUMENT],
  is_grouped: true,
  options: [
    ...STUDY_OPTIONS,
    ...pickOptions('dry_run'),
    pickOption('out', {
      help: 'folder for records and reports (default: gatebench-out; an earlier run there is renamed, gatebench-out.1)',
    }),
    ...pickOptions('concurrency', 'resume'),
    pickOption('replace', { conflicts: ['--resume'] }),
    ...pickOptions(
      'reuse',
      'fail_on',
      'baseline',
      'json',
      'plan',
      'shard',
      'sandbox',
      'unsafe',
      'record_stubs',
      'otlp',
    ),
    ...pickOptions('ask'),
  ],
  more:
    'Example:\n  ' +
    'gatebench run tasks/*/contract.yml --agent golden --agent noop\n  ' +
    'gatebench run --suite gatebench.yml\n' +
    'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 undecided · 130 interrupted',
  async run(values: RunValues, cli) {
    const { runStudy, runOptionsSchema, resolveChange } = await verbs.run();
    const study = await completeStudyValues(values, cli, resolveChange);
    const { otlp_headers } = cli.shell;
    const input = { ...readSandbox(readOutputFolder(study, 'gatebench-out')), otlp_headers };
    const options = requireOptions(runOptionsSchema.safeParse(input, { jitless: true }));
    return (await runStudy(options, { ...cli.out, offers_unsafe: true }, cli.shell.cwd)).exit_code;
  },
};
