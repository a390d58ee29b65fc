import { Command, InvalidArgumentError, Option } from 'commander';
import { jsonText, visible } from '../publish/report/escape.js';
import { VERSION } from '../record/version.js';
import { addAgents } from './agents_command.js';
import { addCache } from './cache_command.js';
import { addCompare } from './compare_command.js';
import { addConsistency } from './consistency_command.js';
import { printLines } from './console_writer.js';
import { addExport } from './export_command.js';
import { addGateway } from './gateway_command.js';
import { addGuard } from './guard_command.js';
import type { ClientStreams } from './mcp.js';
import { addMcp } from './mcp_command.js';
import type { RunOutput } from './orders.js';
import { addPilot } from './pilot_command.js';
import { addPlan } from './plan_command.js';
import { addReport } from './report_command.js';
import { addReveal } from './reveal_command.js';
import { addRun } from './run_command.js';
import { schemaNames } from './schema_names.js';
import { addScore } from './score_command.js';
import { addValidate } from './validate_command.js';
import { verbs } from './verbs.js';
import type { WayOutOrder } from './way_out.js';

/** What the shell knows of the machine and the caller. */
export interface Surroundings {
  cwd: string;
  search_path: string;
  way_out?: WayOutOrder | undefined;
  /** Headers for a collector of telemetry, as OTEL_EXPORTER_OTLP_HEADERS has them. */
  otlp_headers?: string | undefined;
  /** A collector of telemetry, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  otlp_endpoint?: string | undefined;
  /** Name of the user, for what they decide. */
  user: string;
  /** Standard input and output, for verbs that answer a client. */
  client?: ClientStreams | undefined;
}

/**
 * The command line: verbs, options, help. Returns the exit code; output and interruption are the shell's.
 *
 * @throws {UserError} for wrong use that commander does not catch itself
 */
export async function commandLine(argv: readonly string[], out: RunOutput, around: Surroundings): Promise<number> {
  let code = 0;
  const program = new Command('gatebench')
    .description('Judges coding agents on real repositories with executable contracts.')
    .version(VERSION)
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printLines(out.log, text.trimEnd().split('\n')),
      writeErr: (text) => printLines(out.error, text.trimEnd().split('\n')),
      // The message repeats arguments; only its own line break, before a suggestion, is one.
      outputError: (text, write) => {
        const [, message = '', suggestion = ''] = /^(.*?)(\n\(Did you mean [^\n]*\))?\n?$/s.exec(text) ?? [];
        write(visible(message) + suggestion);
      },
      getOutHelpWidth: () => out.terminal.columns,
      getErrHelpWidth: () => out.terminal.columns,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 indecisive · 130 interrupted',
    );

  addRun(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addPlan(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addValidate(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addReport(program, out, around, { whole }, (exit_code) => {
    code = exit_code;
  });

  addConsistency(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addCompare(program, out, around, { collect }, (exit_code) => {
    code = exit_code;
  });

  addPilot(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addMcp(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addGateway(program, out, around, { whole, collect }, (exit_code) => {
    code = exit_code;
  });

  addAgents(program, out, around, (exit_code) => {
    code = exit_code;
  });

  addCache(program, out, around, (exit_code) => {
    code = exit_code;
  });

  program
    .command('verify')
    .description('check that records are whole and unchanged')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--head <hash>', 'head that was published for the run')
    .option('--json', 'one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench verify gatebench-out\nExit codes: 0 sealed · 1 changed after it was written · 3 unfinished',
    )
    .action(async (runs: string[], options: { head?: string; json: boolean }) => {
      const { verify } = await verbs.verify();
      code = verify(runs, options, out, around.cwd);
    });

  addScore(program, out, around.cwd, (exit) => {
    code = exit;
  });

  program
    .command('decide')
    .description('answer a question that a run asks, or list what is asked')
    .argument('<run>', 'run directory, or output folder')
    .argument('[id]', 'which question; may be left out when there is one')
    .addOption(new Option('--allow', 'what was asked about may go on').conflicts('deny'))
    .option('--deny', 'it may not')
    .option('--because <reason>', 'why; stands in the record')
    .option('--by <name>', 'who decides', around.user)
    .option('--json', 'one JSON object per line', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench decide gatebench-out\n  gatebench decide gatebench-out 3f9a0c11de --deny --because "nobody ordered this dependency"\nExit codes: 0 answered or listed · 2 your mistake',
    )
    .action(async (run: string, id: string | undefined, options: Record<string, unknown>) => {
      const { decide } = await verbs.decide();
      code = await decide(
        [run],
        {
          id,
          decision: options.allow ? 'allow' : options.deny ? 'deny' : undefined,
          because: options.because as string | undefined,
          by: options.by as string,
          json: options.json as boolean,
        },
        out,
        around.cwd,
      );
    });

  addExport(program, out, around, (exit_code) => {
    code = exit_code;
  });

  addGuard(program, out, around, { collect }, (exit_code) => {
    code = exit_code;
  });

  addReveal(program, out, around, (exit_code) => {
    code = exit_code;
  });

  program
    .command('schema')
    .description(`print the JSON Schema of a format: ${schemaNames.join(', ')}`)
    .argument('<name>', 'which')
    .addHelpText('after', '\nExample:\n  gatebench schema contract > contract.schema.json')
    .action(async (name: string) => {
      const { jsonSchema } = await verbs.schema();
      printLines(out.log, jsonText(jsonSchema(name), 2).split('\n'));
    });

  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    if (error.exitCode !== 0 && error instanceof InvalidArgumentError) out.error(`error: ${error.message}`);
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}

const collect = (value: string, before: string[] = []) => [...before, value];

function whole(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('must be a whole number');
  return value;
}

function isCommanderError(error: unknown): error is { exitCode: number; code: string; message: string } {
  return (
    error instanceof Error && 'exitCode' in error && String((error as { code?: unknown }).code).startsWith('commander.')
  );
}
