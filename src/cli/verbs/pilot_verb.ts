import { integer, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, type Verb, type VerbOption } from '../options/verb.js';
import { getMachineValues } from './study_options.js';

const PILOT = ['<pilot>', 'folder of the pilot'] as const;
const RESULTS = 'output folders of `run`, of all stages so far, or folders that hold them';
const STAGE: VerbOption = { flag: '--stage <n>', kind: integer(), help: '1, 2 or 3', is_required: true };
const JSON_OPTION = pickOption('json', { help: 'print what was found as JSON' });

const planPilotVerb: Verb = {
  name: 'plan',
  help: 'write the protocol: frozen tasks, randomised order, stages, envelopes, rules, power; bound by one digest',
  options: [
    pickOption('suite', {
      help: 'suite file, with a section `pilot` (docs/suites.md#pilots)',
      is_required: true,
    }),
    pickOption('out', {
      help: 'folder for the protocol; one that is there is never written over',
      is_required: true,
    }),
    pickOption('repos'),
    pickOption('cache'),
    JSON_OPTION,
  ],
  more:
    'Example:\n  ' +
    'gatebench pilot plan --suite gatebench.yml --out pilot/\n  ' +
    'gatebench run --suite gatebench.yml --plan pilot/stage-1.plan.json --out runs/stage-1',
  async run(values: object, cli) {
    const { planPilot, pilotPlanOptionsSchema } = await verbs.pilot();
    const options = requireOptions(pilotPlanOptionsSchema.safeParse({ ...values, ...getMachineValues(cli) }));
    return (await planPilot(options, cli.out, cli.shell.cwd)) ? 0 : 130;
  },
};

const checkPilotVerb: Verb = {
  name: 'check',
  help: 'entry and exit criteria of a stage, and whether a registered rule says stop',
  args: [PILOT, ['[results...]', RESULTS]],
  options: [STAGE, JSON_OPTION],
  more:
    'Example:\n  ' +
    'gatebench pilot check pilot/ runs/ --stage 2\n' +
    'Exit codes: 0 all criteria met · 1 not, or a rule says stop · 2 your mistake · 3 not decided',
  async run(values: object, { out, shell }) {
    const { checkPilot, pilotCheckOptionsSchema } = await verbs.pilot();
    return checkPilot(requireOptions(pilotCheckOptionsSchema.safeParse(values)), out, shell.cwd).exit_code;
  },
};

const deviateVerb: Verb = {
  name: 'deviate',
  help: 'declare that a stage begins although entry criteria are not met: who, why and when stand in every report',
  args: [PILOT, ['[results...]', RESULTS]],
  options: [
    STAGE,
    { flag: '--because <reason>', kind: TEXT, help: 'why it begins all the same', is_required: true },
    { flag: '--by <name>', kind: TEXT, help: 'who declares it (default: your name)' },
    JSON_OPTION,
  ],
  more:
    'Example:\n  ' +
    'gatebench pilot deviate pilot/ runs/ --stage 3 --because "two tasks only: this shows the workflow, not an effect"',
  async run(values: object, { out, shell }) {
    const { declarePilotDeviation, pilotDeviateOptionsSchema } = await verbs.pilot();
    const options = requireOptions(pilotDeviateOptionsSchema.safeParse({ by: shell.user, ...values }));
    declarePilotDeviation(options, out, shell.cwd);
    return 0;
  },
};

const removeVerb: Verb = {
  name: 'remove',
  help: 'exclude a task that is objectively invalid; the removal is logged and final, and no task replaces it',
  args: [PILOT, ['<task>', 'id of the contract']],
  options: [
    {
      flag: '--because <reason>',
      kind: TEXT,
      help: 'what is objectively invalid about it; stands in every report',
      is_required: true,
    },
  ],
  more: 'Example:\n  gatebench pilot remove pilot/ rate-limiter --because "its checks depend on the time of day"',
  async run(values: object, { out, shell }) {
    const { removePilotTask, pilotRemoveOptionsSchema } = await verbs.pilot();
    removePilotTask(requireOptions(pilotRemoveOptionsSchema.safeParse(values)), out, shell.cwd);
    return 0;
  },
};

const reportPilotVerb: Verb = {
  name: 'report',
  help: 'what was planned against what was done, rates and costs by arm and stratum, deviations, adjudications',
  args: [PILOT, ['<results...>', RESULTS]],
  options: [
    pickOption('out', { help: 'folder for the report', default: 'pilot-report' }),
    pickOption('adjudications', { help: 'CSV file with reviews: attempt,reviewer,verdict,minutes,reason[,mode]' }),
    pickOption('usd_per_hour'),
    JSON_OPTION,
  ],
  more: 'Example:\n  gatebench pilot report pilot/ runs/ --adjudications reviews.csv',
  async run(values: object, { out, shell }) {
    const { writePilotReport, pilotReportOptionsSchema } = await verbs.pilot();
    writePilotReport(requireOptions(pilotReportOptionsSchema.safeParse(values)), out, shell.cwd);
    return 0;
  },
};

/** Verb about staged pilots. */
export const pilotVerb: Verb = {
  name: 'pilot',
  help: 'a staged pilot: agreed before its first run, judged from records',
  verbs: [planPilotVerb, checkPilotVerb, deviateVerb, removeVerb, reportPilotVerb],
};
