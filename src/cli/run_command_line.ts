import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../commands/io/command_context.js';
import { printLines } from '../commands/io/print_lines.js';
import { escapeInvisible } from '../contract/input/escape_invisible.js';

import { ENGINE_VERSION } from '../record/manifest/engine_version.js';
import type { CliContext, ShellContext } from './cli_context.js';
import { addAgentsCommand } from './commands/add_agents_command.js';
import { addCacheCommand } from './commands/add_cache_command.js';
import { addCheckCommand } from './commands/add_check_command.js';
import { addCompareCommand } from './commands/add_compare_command.js';
import { addCompareConfigCommand } from './commands/add_compare_config_command.js';
import { addConsistencyCommand } from './commands/add_consistency_command.js';
import { addDecideCommand } from './commands/add_decide_command.js';
import { addExportCommand } from './commands/add_export_command.js';
import { addGatewayCommand } from './commands/add_gateway_command.js';
import { addGuardCommand } from './commands/add_guard_command.js';
import { addImportCommand } from './commands/add_import_command.js';
import { addInitCommand } from './commands/add_init_command.js';
import { addMcpCommand } from './commands/add_mcp_command.js';
import { addPilotCommand } from './commands/add_pilot_command.js';
import { addPlanCommand } from './commands/add_plan_command.js';
import { addReplayCommand } from './commands/add_replay_command.js';
import { addReportCommand } from './commands/add_report_command.js';
import { addRevealCommand } from './commands/add_reveal_command.js';
import { addRubricCommand } from './commands/add_rubric_command.js';
import { addRunCommand } from './commands/add_run_command.js';
import { addSchemaCommand } from './commands/add_schema_command.js';
import { addScoreCommand } from './commands/add_score_command.js';
import { addValidateCommand } from './commands/add_validate_command.js';
import { addVerifyCommand } from './commands/add_verify_command.js';
import { addContextCommand } from './commands/measures/add_context_command.js';
import { addSafetyRatesCommand } from './commands/measures/add_safety_rates_command.js';
import { addEraseCommand } from './commands/retention/add_erase_command.js';
import { addRetainCommand } from './commands/retention/add_retain_command.js';

/** Functions that add the subcommands, in the order of the help text. */
const SUBCOMMANDS = [
  addInitCommand,
  addImportCommand,
  addRunCommand,
  addPlanCommand,
  addCheckCommand,
  addValidateCommand,
  addReportCommand,
  addConsistencyCommand,
  addCompareCommand,
  addCompareConfigCommand,
  addPilotCommand,
  addRubricCommand,
  addMcpCommand,
  addGatewayCommand,
  addAgentsCommand,
  addCacheCommand,
  addVerifyCommand,
  addScoreCommand,
  addSafetyRatesCommand,
  addContextCommand,
  addReplayCommand,
  addDecideCommand,
  addExportCommand,
  addGuardCommand,
  addRevealCommand,
  addRetainCommand,
  addEraseCommand,
  addSchemaCommand,
];

/**
 * Runs the command line.
 *
 * @returns the exit code
 * @throws {UserError} for wrong use that commander does not catch itself
 */
export async function runCommandLine(
  argv: readonly string[],
  out: CommandContext,
  shell: ShellContext,
): Promise<number> {
  let code = 0;
  const program = new Command('gatebench')
    .description('Judges coding agents on real repositories with executable contracts.')
    .version(ENGINE_VERSION)
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printLines(out.log, text.trimEnd().split('\n')),
      writeErr: (text) => printLines(out.error, text.trimEnd().split('\n')),
      // The message repeats arguments; only its own line break, before a suggestion, is one.
      outputError: (text, write) => {
        const [, message = '', suggestion = ''] = /^(.*?)(\n\(Did you mean [^\n]*\))?\n?$/s.exec(text) ?? [];
        write(escapeInvisible(message) + suggestion);
      },
      getOutHelpWidth: () => out.terminal.columns,
      getErrHelpWidth: () => out.terminal.columns,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 indecisive · 130 interrupted',
    );

  const cli: CliContext = {
    out,
    shell,
    finish(exit_code) {
      code = exit_code;
    },
  };
  for (const add of SUBCOMMANDS) add(program, cli);

  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    if (error.exitCode !== 0 && error instanceof InvalidArgumentError) out.error(`error: ${error.message}`);
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}

function isCommanderError(error: unknown): error is { exitCode: number; code: string; message: string } {
  return (
    error instanceof Error && 'exitCode' in error && String((error as { code?: unknown }).code).startsWith('commander.')
  );
}
