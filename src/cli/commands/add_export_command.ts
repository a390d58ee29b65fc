import { type Command, InvalidArgumentError, Option } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `export` to the command line. */
export function addExportCommand(program: Command, { out, shell, finish }: CliContext): void {
  const exporting = program.command('export').description('records in the form of others');

  exporting
    .command('otel')
    .description('attempts as OpenTelemetry traces: stages, requests to models (gen_ai.*), calls of tools, checks')
    .argument('<runs...>', 'run directories, or output folders')
    .option(
      '-o, --out <file>',
      'write there, one OTLP message in JSON per line; - is standard output, where they go by default',
    )
    .addOption(
      new Option(
        '--endpoint <url>',
        'send to this collector instead: OTLP over HTTP, /v1/traces; default: OTEL_EXPORTER_OTLP_ENDPOINT, with ' +
          'OTEL_EXPORTER_OTLP_HEADERS',
      ).conflicts('out'),
    )
    .option('--content', 'messages, arguments and results too, as far as the record holds them', false)
    .option('--metrics', 'tokens and durations of the requests to models too', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench export otel gatebench-out --endpoint http://localhost:4318\n' +
        'Exit codes: 0 all exported · 1 some were changed after they were written, or not taken · 2 your mistake · ' +
        '3 some are unfinished',
    )
    .action(
      async (runs: string[], options: { out?: string; endpoint?: string; content: boolean; metrics: boolean }) => {
        const { exportOtel } = await verbs.export();
        const { way_out, otlp_headers: headers } = shell;
        const endpoint = selectCollector(options, shell.otlp_endpoint);
        if (endpoint?.from === ENDPOINT_VARIABLE) out.error(`sending to the collector that ${ENDPOINT_VARIABLE} names`);
        finish(await exportOtel({ runs, ...options, endpoint, way_out, headers }, out, shell.cwd));
      },
    );

  exporting
    .command('swe-bench')
    .description("attempts in the form of SWE-bench's harness: report.json, summary and predictions of each model")
    .argument('<runs...>', 'run directories, or output folders')
    .requiredOption('-o, --out <dir>', 'folder, which must be empty or absent')
    .option('--run-id <name>', "name of the run in the harness's paths", 'gatebench')
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench export swe-bench gatebench-out --out swe-report\n' +
        'Exit codes: 0 all exported · 1 some were changed after they were written · 2 your mistake · 3 some are unfinished',
    )
    .action(async (runs: string[], { out: folder, runId: run_id }: { out: string; runId: string }) => {
      if (!/^[\w.-]{1,100}$/.test(run_id) || run_id.startsWith('.'))
        throw new InvalidArgumentError('--run-id must be a name of letters, digits, ".", "_" and "-"');
      const { exportSweBench } = await verbs.export();
      finish(exportSweBench({ runs, out: folder, run_id }, out, shell.cwd));
    });

  exporting
    .command('atif')
    .description('attempts as trajectories in ATIF, the Agent Trajectory Interchange Format, with patch and verdict')
    .argument('<runs...>', 'run directories, or output folders')
    .requiredOption('-o, --out <dir>', 'folder, which must be empty or absent')
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench export atif gatebench-out --out trajectories\n' +
        'Exit codes: 0 all exported · 1 some were changed after they were written · 2 your mistake · 3 some are unfinished',
    )
    .action(async (runs: string[], { out: folder }: { out: string }) => {
      const { exportAtif } = await verbs.export();
      finish(exportAtif({ runs, out: folder }, out, shell.cwd));
    });
}

const ENDPOINT_VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/**
 * Returns the collector of the flag, else that of the environment, as OpenTelemetry specifies; undefined if the output
 * is a file.
 */
function selectCollector(
  { out, endpoint }: { out?: string; endpoint?: string },
  of_environment: string | undefined,
): { url: string; from: string } | undefined {
  if (endpoint !== undefined) return { url: endpoint, from: `--endpoint ${endpoint}` };
  if (out !== undefined || !of_environment?.trim()) return undefined;
  return { url: of_environment.trim(), from: ENDPOINT_VARIABLE };
}
