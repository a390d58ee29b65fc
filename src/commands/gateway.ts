import { resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { jsonText } from '../publish/report/escape.js';
import { allMasks } from '../record/mask.js';
import { openTokens, wrongTokenAlerts } from '../run/coordination/mcp/tokens.js';
import { deniedAlerts } from '../run/gateway/denied_requests.js';
import { type Gateway, openGateway } from '../run/gateway/gateway.js';
import { type Models, modelPolicy } from '../run/gateway/models.js';
import { callerMask } from '../run/secrets/caller_secrets.js';
import { absentEndpoints } from './absent_endpoints.js';
import { printLines } from './console_writer.js';
import { demandListening } from './demand_listening.js';
import { failure } from './failure.js';
import type { GatewayOrder } from './gateway_order.js';
import { type GatewayRun, openGatewayRun, runNames } from './gateway_run.js';
import { keepTokens, keptTokens } from './mcp_tokens.js';
import { openModels } from './open_models.js';
import type { RunOutput } from './orders.js';
import { sayUpstreams } from './say_upstreams.js';
import { interrupted, listen } from './serving.js';
import { readWayOut } from './way_out.js';
import { mistakeWithoutKeys, outputWithoutKeys } from './without_keys.js';

/**
 * `gateway`: models alone, until it is interrupted (A2). What was asked and answered is in the record, so that a gateway that was killed is
 * gone on with by starting it again.
 *
 * @throws {UserError} for everything that is wrong before the first request
 */
export async function gateway(order: GatewayOrder, shown: RunOutput, cwd: string): Promise<0> {
  const opened = await openModels(order.models, {
    cwd,
    out: order.record,
    way_out: readWayOut(order.way_out),
    now: () => new Date(),
    variable: shown.variable,
  });
  const keys = opened?.keys ?? [];
  const out = outputWithoutKeys(shown, keys);
  try {
    if (!opened?.models) throw new UserError('nothing says where requests go', 'Add --upstream or --models.');
    opened.warnings.forEach(out.error);
    await demandListening(opened.models.upstreams);
    await serve(order, opened.models, keys, out, cwd);
    return 0;
  } catch (error) {
    throw mistakeWithoutKeys(error, keys);
  } finally {
    await opened?.close();
  }
}

async function serve(
  order: GatewayOrder,
  models: Models,
  keys: readonly string[],
  out: RunOutput,
  cwd: string,
): Promise<void> {
  await sayUpstreams(models, out);
  const names = runNames(order.runs);
  const file = order.tokens === undefined ? undefined : resolve(cwd, order.tokens);
  const kept = file === undefined ? undefined : keptTokens(file, order.tokens!);
  const tokens = new Map(names.map((name) => [name, openTokens([name], kept)]));
  const secrets = callerMask(out.secrets ?? [], keys);
  // What any of the runs is known by stands in no record.
  const mask = allMasks([...[...tokens.values()].map((one) => one.mask), ...(secrets ? [secrets] : [])]);
  const runs: GatewayRun[] = [];
  let server: Gateway | undefined;
  try {
    for (const [name, own] of tokens)
      runs.push(openGatewayRun({ name, tokens: own, mask, models, order, record: resolve(cwd, order.record) }));
    for (const { name, before } of runs)
      if (before.requests > 0) out.error(`${name}: goes on after ${before.requests} requests`);
    const absent = absentEndpoints(out.error);
    for (const { book } of runs) book.log.listen(absent);
    const alerts = runs.map(({ book }) => wrongTokenAlerts(book.log, 'the model gateway'));
    const denied = runs.map(({ book }) => deniedAlerts(book.log));
    server = openGateway({
      accounts: runs.map(({ account }) => account),
      upstreams: models.upstreams,
      way_out: models.way_out,
      model: modelPolicy(models),
      on_wrong_token: (presented) => {
        for (const alert of alerts) alert(presented);
      },
      on_denied: (request) => {
        for (const alert of denied) alert(request);
      },
      on_fault: (error) => printLines(out.error, failure(error).text.split('\n')),
    });
    const url = `http://127.0.0.1:${await listen(server, order.port)}`;
    const pairs = names.map((name): [string, string] => [name, tokens.get(name)!.of(name)!]);
    if (file === undefined) for (const [name, token] of pairs) out.error(`${name}  ${url}  ${token}`);
    else {
      keepTokens(file, order.tokens!, { url, tokens: Object.fromEntries(pairs) });
      out.error(`${url}  tokens of ${names.join(', ')} in ${order.tokens}`);
    }
    await interrupted(out.signal);
  } finally {
    await server?.close();
    for (const run of runs) run.close();
  }
  for (const run of runs) out.log(order.json ? jsonText(run.summary()) : run.line());
}
