import type { Duplex } from 'node:stream';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Event } from '../../record/events.js';
import type { DialectName } from '../../record/model_events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { openTokens, wrongTokenAlerts } from '../coordination/mcp/tokens.js';
import type { Account, TurnedAway } from '../gateway/account.js';
import { openDeniedRequests } from '../gateway/denied_requests.js';
import { openGateway } from '../gateway/gateway.js';
import type { Caps, Meter } from '../gateway/meter/meter.js';
import { openMeter } from '../gateway/meter/open_meter.js';
import { OTHER_MODEL } from '../gateway/model_policy.js';
import { type Models, modelPolicy } from '../gateway/models.js';
import { openAccount } from '../gateway/open_account.js';
import { openRecorder } from '../gateway/record/open_recorder.js';
import { dialectsOf } from '../gateway/upstream_for.js';
import { spendable } from '../monitors/breakers/spending.js';
import type { Supervisor } from '../monitors/supervisor.js';
import { ofPart, partsOf } from '../subtasks/part.js';

/** The model gateway of one attempt: a server without a port, an account of its own, and a token for each agent. */
export interface AttemptGateway {
  /** Model that agents are told to use; null = their own choice. */
  readonly model: string | null;
  /** Formats in which that can be asked, best first. */
  readonly dialects: readonly DialectName[];
  /** The token of an agent; masked in the record. */
  token(agent: string): string;
  /** Takes a connection of whoever has a token. */
  accept(connection: Duplex): void;
  /** Waits until all that an agent asked is written down. */
  settled(agent: string): Promise<void>;
  /** Breaks off what is under way, writes all of it down, and ends. @throws what could not be written, or broke */
  close(): Promise<void>;
}

export interface AttemptGatewayOrder {
  models: Models;
  /** Who may ask. */
  agents: readonly string[];
  loaded: LoadedContract;
  run: RunDirectory;
  supervisor: Supervisor;
}

/** Opens the gateway of an attempt. */
export function openAttemptGateway({ models, agents, loaded, run, supervisor }: AttemptGatewayOrder): AttemptGateway {
  const { upstreams, way_out, prices, redaction } = models;
  const tokens = openTokens(agents);
  run.hide(tokens.mask);
  // Steering that does less than it says is a fact about every attempt under it.
  for (const text of new Set(upstreams.flatMap(({ steering }) => steering?.warnings ?? [])))
    run.log.append('note', 'harness', { text });
  const parts = new Map(partsOf(loaded).map((part) => [part.agent, ofPart(part).subtask]));
  const store = models.store?.(run.manifest.attempt_id);
  const meter = openMeter(capsOf(loaded), prices);
  const account = openAccount({
    tokens,
    meter,
    recorder: openRecorder({ book: run, redaction, store, partOf: (agent) => parts.get(agent) }),
    hold: (gone) => supervisor.hold(gone),
    asks: new Set(loaded.contract.policy.escalate.conditions),
    stopped: supervisor.signal,
  });
  const unlisten = run.log.listen((event) => renewed(event, meter, run));
  const counted = counting(account);
  const denied = openDeniedRequests(run.log);
  let fault: unknown;
  const gateway = openGateway({
    accounts: [withAlerts(counted.account, otherModelAlerts(run.log))],
    upstreams,
    way_out,
    model: modelPolicy(models),
    confined: true,
    on_wrong_token: wrongTokenAlerts(run.log, 'the model gateway'),
    on_denied: (request) => denied.add(request),
    on_fault: (error) => {
      fault ??= error;
    },
  });
  return {
    model: models.name,
    dialects: dialectsOf(models.name, upstreams),
    token: (agent) => tokens.of(agent) ?? '',
    accept: (connection) => gateway.accept(connection),
    async settled(agent) {
      await counted.settled(agent);
      denied.flush();
    },
    async close() {
      await gateway.close();
      denied.flush();
      unlisten();
      account.close();
      if (fault !== undefined) throw fault;
    },
  };
}

/** What an agent may use of models: what the breakers end it at (R8). */
export function capsOf({ contract: { budget } }: Pick<LoadedContract, 'contract'>): Caps {
  const { usd, tokens, model_requests, headroom } = budget;
  return {
    usd: spendable(usd, headroom),
    tokens: tokens === undefined ? null : Math.floor(spendable(tokens, headroom)),
    requests: model_requests ?? null,
  };
}

const CAPS: ReadonlyMap<string, keyof Caps> = new Map([
  ['usd-cap', 'usd'],
  ['token-cap', 'tokens'],
  ['request-cap', 'requests'],
]);

/** A person who allows an agent to go on at a cap lets it have as much once more; its breaker counts anew from the same event on. */
export function renewed(event: Event, meter: Pick<Meter, 'renew'>, run: Pick<RunDirectory, 'log'>): void {
  if (event.type !== 'escalation' || event.payload.decision !== 'allow') return;
  const cap = CAPS.get(event.payload.condition);
  if (cap === undefined) return;
  meter.renew(cap);
  run.log.append('note', 'harness', { text: `the cap on ${cap} of models counts anew: it was allowed` });
}

/** The same account, telling what was turned away. */
const withAlerts = (account: Account, tell: (refused: TurnedAway) => void): Account => ({
  ...account,
  turnedAway(refused) {
    account.turnedAway(refused);
    tell(refused);
  },
});

/**
 * Counts requests for models that the run is not for and says so in the log: the first, then every power of ten. The agent goes on: many ask
 * another model for a title or a summary.
 */
function otherModelAlerts(log: RunDirectory['log']): (refused: TurnedAway) => void {
  let count = 0;
  return ({ code, message }) => {
    if (code !== OTHER_MODEL) return;
    count += 1;
    if (!Number.isInteger(Math.log10(count))) return;
    log.append('alert', 'monitor', {
      code,
      severity: 'warning',
      stage: log.stage,
      message: `a request was refused: ${message} (${count} so far)`,
      signals: { count },
    });
  };
}

/** The same account, knowing what of each agent is under way. */
function counting(account: Account): { account: Account; settled(agent: string): Promise<void> } {
  const underWay = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const begin = (agent: string) => {
    underWay.set(agent, (underWay.get(agent) ?? 0) + 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const left = underWay.get(agent)! - 1;
      underWay.set(agent, left);
      if (left > 0) return;
      for (const resolve of waiting.get(agent) ?? []) resolve();
      waiting.delete(agent);
    };
  };
  return {
    account: {
      ...account,
      async admit(request, signal) {
        const end = begin(request.agent);
        try {
          const leave = await account.admit(request, signal);
          if ('refused' in leave) {
            end();
            return leave;
          }
          const { ended } = leave;
          return Object.assign(leave, {
            ended(how: Parameters<typeof ended>[0]) {
              try {
                ended(how);
              } finally {
                end();
              }
            },
          });
        } catch (error) {
          end();
          throw error;
        }
      },
    },
    settled: (agent) =>
      (underWay.get(agent) ?? 0) === 0
        ? Promise.resolve()
        : new Promise((resolve) => waiting.set(agent, [...(waiting.get(agent) ?? []), resolve])),
  };
}
