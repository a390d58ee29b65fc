import { InvalidArgumentError } from 'commander';
import { FLAG, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { pickOption, type Verb } from '../options/verb.js';
import { RUNS_ARGUMENT } from './study_options.js';

const FOLDER = pickOption('out', {
  help: 'folder, which must be empty or absent',
  is_required: true,
});

const EXIT_CODES =
  'Exit codes: 0 all exported · 1 some were changed after they were written · 2 your mistake · 3 some are unfinished';

const ENDPOINT_VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT';

interface OtelValues {
  runs: string[];
  out?: string;
  endpoint?: string;
  content: boolean;
  metrics: boolean;
}

const otelVerb: Verb = {
  name: 'otel',
  help: 'attempts as OpenTelemetry traces: stages, requests to models (gen_ai.*), calls of tools, checks',
  args: [RUNS_ARGUMENT],
  options: [
    pickOption('out', {
      flag: '-o, --out <file>',
      help: 'write there, one OTLP message in JSON per line; - is standard output, where they go by default',
    }),
    {
      flag: '--endpoint <url>',
      kind: TEXT,
      help:
        'send to this collector instead: OTLP over HTTP, /v1/traces; default: OTEL_EXPORTER_OTLP_ENDPOINT, with ' +
        'OTEL_EXPORTER_OTLP_HEADERS',
      conflicts: ['--out'],
    },
    { flag: '--content', kind: FLAG, help: 'messages, arguments and results too, as far as the record holds them' },
    { flag: '--metrics', kind: FLAG, help: 'tokens and durations of the requests to models too' },
  ],
  more:
    'Example:\n  ' +
    'gatebench export otel gatebench-out --endpoint http://localhost:4318\n' +
    'Exit codes: 0 all exported · 1 some were changed after they were written, or not taken · 2 your mistake · ' +
    '3 some are unfinished',
  async run(values: OtelValues, { out, shell }) {
    const { exportOtel } = await verbs.export();
    const { way_out, otlp_headers: headers } = shell;
    const endpoint = selectCollector(values, shell.otlp_endpoint);
    if (endpoint?.from === ENDPOINT_VARIABLE) out.error(`sending to the collector that ${ENDPOINT_VARIABLE} names`);
    return exportOtel({ ...values, endpoint, way_out, headers }, out, shell.cwd);
  },
};

const sweBenchVerb: Verb = {
  name: 'swe-bench',
  help: "attempts in the form of SWE-bench's harness: reports, summary and predictions; contracts as rows of a dataset",
  args: [['<runs...>', 'run directories, or output folders; or contracts']],
  options: [
    FOLDER,
    { flag: '--run-id <name>', kind: TEXT, help: "name of the run in the harness's paths", default: 'gatebench' },
    pickOption('repos'),
    pickOption('cache'),
  ],
  more:
    'Examples:\n  gatebench export swe-bench gatebench-out --out swe-report\n  ' +
    `gatebench export swe-bench contracts/* --out rows\n${EXIT_CODES}`,
  async run(values: { runs: string[]; out: string; run_id: string; repos?: string[]; cache?: string }, { out, shell }) {
    if (!/^[\w.-]{1,100}$/.test(values.run_id) || values.run_id.startsWith('.'))
      throw new InvalidArgumentError('--run-id must be a name of letters, digits, ".", "_" and "-"');
    const { areContracts, exportSweBench, exportSweBenchRows } = await verbs.export();
    const { runs, repos = [], ...places } = values;
    if (areContracts(runs, shell.cwd)) return exportSweBenchRows({ ...places, contracts: runs, repos }, out, shell.cwd);
    return exportSweBench(values, out, shell.cwd);
  },
};

const atifVerb: Verb = {
  name: 'atif',
  help: 'attempts as trajectories in ATIF, the Agent Trajectory Interchange Format, with patch and verdict',
  args: [RUNS_ARGUMENT],
  options: [FOLDER],
  more: `Example:\n  gatebench export atif gatebench-out --out trajectories\n${EXIT_CODES}`,
  async run(values: { runs: string[]; out: string }, { out, shell }) {
    const { exportAtif } = await verbs.export();
    return exportAtif(values, out, shell.cwd);
  },
};

const harborVerb: Verb = {
  name: 'harbor',
  help: "contracts as tasks of Harbor: repository, hidden tests, verifier and solution, to run with Harbor's agents",
  args: [['<contracts...>', 'contract files, folders with a contract.yml, or patterns']],
  options: [
    pickOption('out', { help: 'folder for the tasks, each in a folder of its own', is_required: true }),
    pickOption('repos'),
    pickOption('cache'),
    { flag: '--image <name>', kind: TEXT, help: 'base image of the tasks; default: that of the contract, else node' },
  ],
  more:
    'Example:\n  gatebench export harbor contracts --out harbor-tasks\n' +
    'Exit codes: 0 all exported · 1 some cannot be tasks of Harbor · 2 your mistake',
  async run(
    values: { contracts: string[]; out: string; repos?: string[]; cache?: string; image?: string },
    { out, shell },
  ) {
    const { exportHarbor } = await verbs.export();
    return exportHarbor({ ...values, repos: values.repos ?? [] }, out, shell.cwd);
  },
};

/** Verb that exports records to the formats of other tools. */
export const exportVerb: Verb = {
  name: 'export',
  help: 'export records and contracts to formats of other tools: otel, swe-bench, atif, harbor',
  verbs: [otelVerb, sweBenchVerb, atifVerb, harborVerb],
};

/**
 * Returns the collector of the flag, else that of the environment, as OpenTelemetry specifies; undefined if the output
 * is a file.
 */
function selectCollector(
  { out, endpoint }: Pick<OtelValues, 'out' | 'endpoint'>,
  environment_endpoint: string | undefined,
): { url: string; from: string } | undefined {
  if (endpoint !== undefined) return { url: endpoint, from: `--endpoint ${endpoint}` };
  if (out !== undefined || !environment_endpoint?.trim()) return undefined;
  return { url: environment_endpoint.trim(), from: ENDPOINT_VARIABLE };
}
