import { type Command, InvalidArgumentError } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { collectValues } from '../options/parse_integer_option.js';

/** Adds the verb `judgeGuardRequests` to the command line. */
export function addGuardCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('guard')
    .description('judge commands, edits and plans by the guardrails: one JSON object per line in, one per line out')
    .option('-t, --trust <level>', 'trust level of who asks, 0 to 4', parseTrustLevel, 2)
    .option('--rules <file>', 'further rules (YAML); may be repeated', collectValues, [])
    .option('--session', 'remember what earlier lines have written or downloaded', false)
    .option('--list', 'print the rules and judge nothing', false)
    .addHelpText(
      'after',
      '\nLines: {"command": "…"}, {"text": "…"} or {"write": "path", "content": "…"}\nExample:\n  echo ' +
        `'{"command": "git push --force"}' | gatebench guard\nExit codes: 0 all lines were read · 2 some were not, ` +
        'or your mistake · 130 interrupted',
    )
    .action(async (options: { trust: number; rules: string[]; session: boolean; list: boolean }) => {
      const { judgeGuardRequests, readGuardRules, formatGuardRules } = await verbs.guard();
      if (options.list) {
        for (const line of formatGuardRules(readGuardRules(options.rules, shell.cwd))) out.log(line);
        return;
      }
      if (!shell.client) throw new InvalidArgumentError('there is no standard input here');
      finish(
        await judgeGuardRequests(options, { ...shell.client, printError: out.error, signal: out.signal }, shell.cwd),
      );
    });
}

function parseTrustLevel(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new InvalidArgumentError('must be 0, 1, 2, 3 or 4');
  return Number(text);
}
