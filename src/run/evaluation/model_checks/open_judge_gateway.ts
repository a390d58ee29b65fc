import { type Duplex, duplexPair } from 'node:stream';
import { createBearerTokens } from '../../../gateway/accounts/bearer_tokens.js';
import { openAccount } from '../../../gateway/accounts/open_account.js';
import type { TrafficRecorder } from '../../../gateway/accounts/run_account.js';
import { openGateway } from '../../../gateway/gateway.js';
import { createMeter, type MeterCaps } from '../../../gateway/meter/create_meter.js';
import { createModelPolicy, type ModelAccess, type ModelConfig } from '../../../gateway/model_config.js';
import { listDialects } from '../../../gateway/upstreams/upstream.js';
import type { JudgeRequest } from '../../../record/events/model_payloads.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';

/** Outcome of one request to a judge model, as the gateway saw it. */
export type JudgeExchange = Omit<
  JudgeRequest,
  'temperature' | 'max_tokens' | 'as_completion_tokens' | 'text' | 'cut_off'
>;

/** Gateway to a judge model, with an account apart from that of the agent. */
interface JudgeGateway {
  access: ModelAccess;
  /** Upstream of the last request; null = none went to one. */
  readonly upstream: string | null;
  /** Closes the gateway. @returns the requests, in order */
  close(): Promise<JudgeExchange[]>;
}

const DETAIL = 500;
const NAME = 200;

/** Opens a gateway to a judge model; the caller closes it. It listens nowhere: only the harness has a connection. */
export function openJudgeGateway(
  judge: ModelConfig,
  caps: MeterCaps,
  run: Pick<RunDirectory, 'addMask'>,
  stopped: AbortSignal,
): JudgeGateway {
  const tokens = createBearerTokens(['judge']);
  run.addMask(tokens.mask);
  const exchanges: JudgeExchange[] = [];
  let upstream: string | null = null;
  let number = 0;
  let fault: unknown;
  const recorder: TrafficRecorder = {
    full: false,
    recordPrompt(_, as) {
      upstream = as.upstream ?? upstream;
      number += 1;
      return number;
    },
    recordResponse(_, { outcome, code, detail, status, answered }, { usage, usd, price }) {
      exchanges.push({
        ...{ outcome, code, detail: detail.slice(0, DETAIL), status },
        model: answered?.model?.slice(0, NAME) ?? null,
        finish_reason: answered?.finish_reason?.slice(0, NAME) ?? null,
        ...{ usage, usd: usage === null ? null : usd, price },
      });
    },
    recordRejection({ code, message, status }) {
      const nothing = { model: null, finish_reason: null, usage: null, usd: null, price: null };
      exchanges.push({ outcome: 'refused', code, detail: message.slice(0, DETAIL), status, ...nothing });
    },
    close() {},
  };
  const { upstreams } = judge;
  const account = openAccount({ tokens, meter: createMeter(caps, judge.prices), recorder, stopped });
  const gateway = openGateway({
    accounts: [account],
    upstreams,
    outbound: judge.outbound,
    model: createModelPolicy(judge),
    confined: true,
    on_fault: (error) => {
      fault ??= error;
    },
  });
  return {
    access: {
      url: '',
      token: tokens.of('judge')!,
      name: judge.name,
      dialects: listDialects(judge.name, upstreams),
      connect(): Duplex {
        const [ours, peer] = duplexPair();
        gateway.accept(peer);
        return ours;
      },
    },
    get upstream() {
      return upstream;
    },
    async close() {
      await gateway.close();
      account.close();
      if (fault !== undefined) throw fault;
      return exchanges;
    },
  };
}
