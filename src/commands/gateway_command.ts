import { type Command, InvalidArgumentError } from 'commander';
import type { GatewayOrderInput } from './gateway_order.js';
import { addModelOptions, modelsInput } from './models_options.js';
import type { RunOutput } from './orders.js';
import { verbs } from './verbs.js';
import type { WayOutOrder } from './way_out.js';

/** Adds the verb `gateway` to the command line; `done` is told the exit code. */
export function addGateway(
  program: Command,
  out: RunOutput,
  around: { cwd: string; way_out?: WayOutOrder | undefined },
  parsers: { whole: (text: string) => number; collect: (value: string, before?: string[]) => string[] },
  done: (code: number) => void,
): void {
  const command = program
    .command('gateway')
    .description('serve models alone: traffic is recorded, metered and capped; until it is interrupted')
    .requiredOption('-r, --record <dir>', 'folder for the record; one that is there is gone on with')
    .option('-p, --port <n>', 'port of 127.0.0.1, 0 = any', parsers.whole, 0)
    .option('--runs <n>', 'runs that see nothing of each other, each with a token of its own', parsers.whole, 1)
    .option('--cap-usd <x>', 'refuse what would cost more than this, for each run', amount)
    .option('--cap-tokens <n>', 'refuse what would use more tokens than this, for each run', parsers.whole)
    .option('--cap-requests <n>', 'refuse more requests than this, for each run', parsers.whole)
    .option(
      '--tokens <file>',
      'write address and tokens there, for you alone, instead of to the standard error; kept ones stay valid',
    );
  addModelOptions(command, parsers.collect)
    .option('--json', 'at the end, one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExamples:\n  gatebench gateway --upstream ollama --record ../traffic\n  gatebench gateway --upstream anthropic --cap-usd 5 --port 4000 -r ../traffic --tokens ../tokens.json',
    )
    .action(async (options: Record<string, unknown>) => {
      const input: GatewayOrderInput = {
        models: modelsInput(options),
        port: options.port as number,
        record: options.record as string,
        runs: options.runs as number,
        cap_usd: options.capUsd as number | undefined,
        cap_tokens: options.capTokens as number | undefined,
        cap_requests: options.capRequests as number | undefined,
        tokens: options.tokens as string | undefined,
        json: options.json as boolean,
        way_out: around.way_out,
      };
      const { gateway, gatewayOrderSchema } = await verbs.gateway();
      const parsed = gatewayOrderSchema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
      }
      done(await gateway(parsed.data, out, around.cwd));
    });
}

function amount(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(value))
    throw new InvalidArgumentError('must be an amount such as 5 or 0.50');
  return value;
}
