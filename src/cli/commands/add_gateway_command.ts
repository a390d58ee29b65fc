import { type Command, InvalidArgumentError } from 'commander';
import type { ServeGatewayOptionsInput } from '../../commands/gateway/serve_gateway_options.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { addModelOptions, readModelOptions } from '../options/add_model_options.js';
import { parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

/** Adds the verb `serveGateway` to the command line. */
export function addGatewayCommand(program: Command, { out, shell, finish }: CliContext): void {
  const command = program
    .command('gateway')
    .description('serve models alone: traffic is recorded, metered and capped; until it is interrupted')
    .requiredOption('-r, --record <dir>', 'folder for the record; one that is there is gone on with')
    .option('-p, --port <n>', 'port of 127.0.0.1, 0 = any', parseIntegerOption, 0)
    .option('--runs <n>', 'runs that see nothing of each other, each with a token of its own', parseIntegerOption, 1)
    .option('--cap-usd <x>', 'refuse what would cost more than this, for each run', parseUsd)
    .option('--cap-tokens <n>', 'refuse what would use more tokens than this, for each run', parseIntegerOption)
    .option('--cap-requests <n>', 'refuse more requests than this, for each run', parseIntegerOption)
    .option(
      '--tokens <file>',
      'write address and tokens there, for you alone, instead of to the standard error; kept ones stay valid',
    );
  addModelOptions(command)
    .option('--json', 'at the end, one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExamples:\n  ' +
        'gatebench gateway --upstream ollama --record ../traffic\n  ' +
        'gatebench gateway --upstream anthropic --cap-usd 5 --port 4000 -r ../traffic --tokens ../tokens.json',
    )
    .action(async (options: Record<string, unknown>) => {
      const input: ServeGatewayOptionsInput = {
        models: readModelOptions(options),
        port: options.port as number,
        record: options.record as string,
        runs: options.runs as number,
        cap_usd: options.capUsd as number | undefined,
        cap_tokens: options.capTokens as number | undefined,
        cap_requests: options.capRequests as number | undefined,
        tokens: options.tokens as string | undefined,
        json: options.json as boolean,
        way_out: shell.way_out,
      };
      const { serveGateway, serveGatewayOptionsSchema } = await verbs.gateway();
      const order = requireOptions(serveGatewayOptionsSchema.safeParse(input));
      finish(await serveGateway(order, out, shell.cwd));
    });
}

function parseUsd(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(value))
    throw new InvalidArgumentError('must be an amount such as 5 or 0.50');
  return value;
}
