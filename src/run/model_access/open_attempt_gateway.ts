import type { Duplex } from 'node:stream';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { defaultBreakers } from '../../contract/policy/policy.js';
import { createBearerTokens, createWrongTokenAlert } from '../../gateway/accounts/bearer_tokens.js';
import { openAccount } from '../../gateway/accounts/open_account.js';
import type { RejectedRequest, RunAccount } from '../../gateway/accounts/run_account.js';
import { OTHER_MODEL_CODE } from '../../gateway/admission/model_policy.js';
import { openGateway } from '../../gateway/gateway.js';
import { createMeter } from '../../gateway/meter/create_meter.js';
import { createModelPolicy, type ModelConfig } from '../../gateway/model_config.js';
import { openDeniedRequestLog } from '../../gateway/open_denied_request_log.js';
import { openTrafficRecorder } from '../../gateway/recording/open_traffic_recorder.js';
import { listDialects } from '../../gateway/upstreams/upstream.js';
import type { DialectName } from '../../record/events/model_payloads.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { listSubtaskAssignments, toSubtaskField } from '../subtasks/subtask_assignment.js';
import type { ActMonitor } from '../supervisor/acts/act_monitor.js';
import type { Supervisor } from '../supervisor/supervisor.js';
import { computeModelCaps, renewMeterCap } from './compute_model_caps.js';

/** Model gateway of one attempt: a server without a port, with its own account and one token per agent. */
export interface AttemptGateway {
  /** Model that agents are told to use; null if agents choose. */
  readonly model: string | null;
  /** Dialects in which that model can be asked, best first. */
  readonly dialects: readonly DialectName[];
  /** Returns the token of an agent, which is masked in the record. */
  token(agent: string): string;
  /** Takes a connection; its client needs a token. */
  accept(connection: Duplex): void;
  /** Waits until every request of an agent is recorded. */
  settled(agent: string): Promise<void>;
  /**
   * Aborts running requests, records them and closes the gateway.
   *
   * @throws the first write error or fault
   */
  close(): Promise<void>;
}

/** Options of the gateway of an attempt. */
export interface AttemptGatewayOptions {
  models: ModelConfig;
  /** Agents that may send requests. */
  agents: readonly string[];
  loaded: LoadedContract;
  run: RunDirectory;
  supervisor: Supervisor;
  acts: ActMonitor;
}

/** Opens the model gateway of an attempt; the caller closes it. */
export function openAttemptGateway({
  models,
  agents,
  loaded,
  run,
  supervisor,
  acts,
}: AttemptGatewayOptions): AttemptGateway {
  const { upstreams, outbound: way_out, prices } = models;
  const tokens = createBearerTokens(agents);
  run.addMask(tokens.mask);
  // Each attempt records that its steering does less than configured.
  for (const text of new Set(upstreams.flatMap(({ steering }) => steering?.warnings ?? [])))
    run.log.append('note', 'harness', { text });
  const parts = new Map(listSubtaskAssignments(loaded).map((part) => [part.agent, toSubtaskField(part).subtask]));
  const { redactor: redaction, store } = run.log.redaction ?? {
    redactor: models.redaction,
    store: models.store?.(run.manifest.attempt_id),
  };
  const meter = createMeter(computeModelCaps(loaded, supervisor.reserve_usd), prices, () => supervisor.other_usd);
  const { rollback = defaultBreakers.rollback } = loaded.contract.policy.breakers;
  const account = openAccount({
    tokens,
    meter,
    recorder: openTrafficRecorder({
      sink: run,
      redaction,
      store,
      findSubtask: (agent) => parts.get(agent),
      listener: acts,
    }),
    hold: (gone) => supervisor.hold(gone),
    // A response continues from the files after these acts.
    ...(rollback === 0 ? {} : { waitUntilSettled: () => acts.settled().then(() => supervisor.settled()) }),
    asking_caps: new Set(loaded.contract.policy.escalate.conditions),
    stopped: supervisor.signal,
  });
  const unlisten = run.log.listen((event) => renewMeterCap(event, meter, run));
  const counted = trackRunningRequests(account);
  const denied = openDeniedRequestLog(run.log);
  let fault: unknown;
  const gateway = openGateway({
    accounts: [reportRejections(counted.account, createOtherModelAlert(run.log))],
    upstreams,
    outbound: way_out,
    model: createModelPolicy(models),
    confined: true,
    on_wrong_token: createWrongTokenAlert(run.log, 'the model gateway'),
    on_denied: (request) => denied.add(request),
    on_fault: (error) => {
      fault ??= error;
    },
  });
  return {
    model: models.name,
    dialects: listDialects(models.name, upstreams),
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

/** Reports rejected requests of an account to a callback. */
const reportRejections = (account: RunAccount, tell: (refused: RejectedRequest) => void): RunAccount => ({
  ...account,
  recordRejection(refused) {
    account.recordRejection(refused);
    tell(refused);
  },
});

/**
 * Creates a callback that counts requests for other models than the run's. It logs an alert for the first and for every
 * power of ten; the agent goes on, since many ask another model for a title or a summary.
 */
function createOtherModelAlert(log: RunDirectory['log']): (refused: RejectedRequest) => void {
  let count = 0;
  return ({ code, message }) => {
    if (code !== OTHER_MODEL_CODE) return;
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

/** Tracks the running requests of each agent of an account. */
function trackRunningRequests(account: RunAccount): { account: RunAccount; settled(agent: string): Promise<void> } {
  const underWay = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const begin = (agent: string) => {
    underWay.set(agent, (underWay.get(agent) ?? 0) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
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
          const { finish } = leave;
          return Object.assign(leave, {
            finish(outcome: Parameters<typeof finish>[0]) {
              try {
                finish(outcome);
              } finally {
                end();
              }
            },
          } satisfies Partial<typeof leave>);
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
