import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { createBearerTokens, createWrongTokenAlert } from '../../gateway/accounts/bearer_tokens.js';
import { type Gateway, openGateway } from '../../gateway/gateway.js';
import { createModelPolicy, type ModelConfig } from '../../gateway/model_config.js';
import { createDeniedRequestAlerts } from '../../gateway/open_denied_request_log.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { combineMasks } from '../../record/redaction/mask.js';
import { createCallerMask } from '../../run/redaction/create_caller_mask.js';
import type { CommandContext } from '../io/command_context.js';
import { describeFailure } from '../io/describe_failure.js';
import { listenOnPort, waitForInterruption } from '../io/listen_on_port.js';
import { maskKeysInError, maskKeysInOutput } from '../io/mask_keys_in_output.js';
import { readOutboundNetwork } from '../io/read_outbound_network.js';
import { readTokenFile, writeTokenFile } from '../io/read_token_file.js';
import { createAbsentEndpointListener } from '../models/create_absent_endpoint_listener.js';
import { openModels } from '../models/open_models.js';
import { printUpstreams } from '../models/print_upstreams.js';
import { requireListeningUpstreams } from '../models/require_listening_upstreams.js';
import { type GatewayRun, listGatewayRunNames, openGatewayRun } from './gateway_run.js';
import type { ServeGatewayOptions } from './serve_gateway_options.js';

/**
 * Serves models through the gateway until it is interrupted (`serveGateway`).
 *
 * Requests and responses are recorded, so that a gateway that was killed continues after a restart.
 *
 * @throws {UserError} for everything that is wrong before the first request
 */
export async function serveGateway(options: ServeGatewayOptions, shown: CommandContext, cwd: string): Promise<0> {
  const opened = await openModels(options.models, {
    cwd,
    out: options.record,
    way_out: readOutboundNetwork(options.way_out),
    now: () => new Date(),
    variable: shown.variable,
  });
  const keys = opened?.keys ?? [];
  const out = maskKeysInOutput(shown, keys);
  try {
    if (!opened?.models) throw new UserError('nothing says where requests go', 'Add --upstream or --models.');
    opened.warnings.forEach(out.error);
    await requireListeningUpstreams(opened.models.upstreams);
    await serveGatewayRuns(options, opened.models, keys, out, cwd);
    return 0;
  } catch (error) {
    throw maskKeysInError(error, keys);
  } finally {
    await opened?.close();
  }
}

async function serveGatewayRuns(
  options: ServeGatewayOptions,
  models: ModelConfig,
  keys: readonly string[],
  out: CommandContext,
  cwd: string,
): Promise<void> {
  await printUpstreams(models, out);
  const names = listGatewayRunNames(options.runs);
  const file = options.tokens === undefined ? undefined : resolve(cwd, options.tokens);
  const token_file = file === undefined ? undefined : readTokenFile(file, options.tokens!);
  const tokens = new Map(names.map((name) => [name, createBearerTokens([name], token_file)]));
  const secrets = createCallerMask(out.secrets ?? [], keys);
  // Tokens of all runs are masked in every record.
  const mask = combineMasks([...[...tokens.values()].map((one) => one.mask), ...(secrets ? [secrets] : [])]);
  const runs: GatewayRun[] = [];
  let server: Gateway | undefined;
  try {
    for (const [name, key] of tokens)
      runs.push(openGatewayRun({ name, tokens: key, mask, models, options, record: resolve(cwd, options.record) }));
    for (const { name, prior_usage } of runs)
      if (prior_usage.requests > 0) out.error(`${name}: goes on after ${prior_usage.requests} requests`);
    const absent = createAbsentEndpointListener(out.error);
    for (const { book } of runs) book.log.listen(absent);
    const alerts = runs.map(({ book }) => createWrongTokenAlert(book.log, 'the model gateway'));
    const denied = runs.map(({ book }) => createDeniedRequestAlerts(book.log));
    server = openGateway({
      accounts: runs.map(({ account }) => account),
      upstreams: models.upstreams,
      outbound: models.outbound,
      model: createModelPolicy(models),
      on_wrong_token: (presented) => {
        for (const alert of alerts) alert(presented);
      },
      on_denied: (request) => {
        for (const alert of denied) alert(request);
      },
      on_fault: (error) => describeFailure(error).text.split('\n').forEach(out.error),
    });
    const url = `http://127.0.0.1:${await listenOnPort(server, options.port)}`;
    const pairs = names.map((name): [string, string] => [name, tokens.get(name)!.of(name)!]);
    if (file === undefined) for (const [name, token] of pairs) out.error(`${name}  ${url}  ${token}`);
    else {
      writeTokenFile(file, options.tokens!, { url, tokens: Object.fromEntries(pairs) });
      out.error(`${url}  tokens of ${names.join(', ')} in ${options.tokens}`);
    }
    await waitForInterruption(out.signal);
  } finally {
    await server?.close();
    for (const run of runs) run.close();
  }
  for (const run of runs) out.log(options.json ? formatInertJson(run.summary()) : run.line());
}
