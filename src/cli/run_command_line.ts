import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../commands/io/command_context.js';
import { escapeInvisible } from '../contract/input/user_error.js';
import { ENGINE_VERSION } from '../record/manifest/engine_version.js';
import { COMMAND_LINE_VERBS } from './command_line_verbs.js';
import { addVerb } from './options/add_verb.js';
import type { CliContext, ShellContext } from './options/cli_context.js';

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
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => text.trimEnd().split('\n').forEach(out.log),
      writeErr: (text) => text.trimEnd().split('\n').forEach(out.error),
      // The message repeats arguments; only its own line break, before a suggestion, is one.
      outputError: (text, write) => {
        const [, message = '', suggestion = ''] = /^(.*?)(\n\(Did you mean [^\n]*\))?\n?$/s.exec(text) ?? [];
        write(escapeInvisible(message) + suggestion);
      },
      getOutHelpWidth: () => out.terminal.columns,
      getErrHelpWidth: () => out.terminal.columns,
    })
    .helpCommand(false)
    .addHelpText(
      'after',
      `\nMore: ${COMMAND_LINE_VERBS.more.map(({ name }) => name).join(', ')}\nEach verb answers --help.\n\n` +
        'Exit codes: 0 gate satisfied · 1 not satisfied · 2 your mistake · 3 undecided · 130 interrupted',
    );

  const cli: CliContext = {
    out,
    shell,
    finish(exit_code) {
      code = exit_code;
    },
  };
  for (const verb of COMMAND_LINE_VERBS.first) addVerb(program, verb, cli);
  for (const verb of COMMAND_LINE_VERBS.more) addVerb(program, verb, cli, true);

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
