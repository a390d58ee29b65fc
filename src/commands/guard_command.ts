import { type Command, InvalidArgumentError } from 'commander';
import type { ClientStreams } from './mcp.js';
import type { RunOutput } from './orders.js';
import { verbs } from './verbs.js';

/** Adds the verb `guard` to the command line; `done` is told the exit code. */
export function addGuard(
  program: Command,
  out: RunOutput,
  around: { cwd: string; client?: ClientStreams | undefined },
  parsers: { collect: (value: string, before?: string[]) => string[] },
  done: (code: number) => void,
): void {
  program
    .command('guard')
    .description('judge commands, edits and plans by the guardrails: one JSON object per line in, one per line out')
    .option('-t, --trust <level>', 'trust level of who asks, 0 to 4', trustLevel, 2)
    .option('--rules <file>', 'further rules (YAML); may be repeated', parsers.collect, [])
    .option('--session', 'remember what earlier lines have written or downloaded', false)
    .option('--list', 'print the rules and judge nothing', false)
    .addHelpText(
      'after',
      `\nLines: {"command": "…"}, {"text": "…"} or {"write": "path", "content": "…"}\nExample:\n  echo '{"command": "git push --force"}' | gatebench guard\nExit codes: 0 all lines were read · 2 some were not, or your mistake · 130 interrupted`,
    )
    .action(async (options: { trust: number; rules: string[]; session: boolean; list: boolean }) => {
      const { guard, guardRules, listedRules } = await verbs.guard();
      if (options.list) {
        for (const line of listedRules(guardRules(options.rules, around.cwd))) out.log(line);
        return;
      }
      if (!around.client) throw new InvalidArgumentError('there is no standard input here');
      done(await guard(options, { ...around.client, complain: out.error, signal: out.signal }, around.cwd));
    });
}

function trustLevel(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new InvalidArgumentError('must be 0, 1, 2, 3 or 4');
  return Number(text);
}
