import { MIN_THINKING_TOKENS } from '../dialects/scale_thinking_budget.js';
import type { Meter, MeterRefusal, RequestEstimate, Reservation } from '../meter/create_meter.js';
import type { BearerTokens } from './bearer_tokens.js';
import {
  type Exchange,
  type ExchangeOutcome,
  type ModelRequest,
  NO_RESPONSE,
  type RunAccount,
  type TrafficRecorder,
} from './run_account.js';

interface AccountOptions {
  tokens: BearerTokens;
  meter: Meter;
  recorder: TrafficRecorder;
  /**
   * Waits while requests are held; `stopped` = none may be forwarded any more. Resolves early when the client goes
   * away.
   */
  hold?: ((client_gone: AbortSignal) => Promise<{ held_ms: number } | 'stopped'>) | undefined;
  /** Waits until everything that follows from a prompt is done, before the request is forwarded. */
  waitUntilSettled?: (() => Promise<void>) | undefined;
  /** Caps at which a person is asked while the request is held, and which they may renew. */
  asking_caps?: ReadonlySet<string> | undefined;
  /** Aborted when the agent's part is over: no request is forwarded, and open ones are aborted. */
  stopped?: AbortSignal | undefined;
}

/** Account that its owner must close. */
export interface CloseableAccount extends RunAccount {
  /** Fault of recording, after which no request is forwarded; undefined if there is none. */
  readonly fault: unknown;
  /**
   * Closes the account. Call it when no exchange is open.
   *
   * @throws the fault
   */
  close(): void;
}

/** Outcome code of a request that never reached an upstream. */
const UNREACHABLE = 'upstream-unreachable';
/** Outcome codes for which the upstream charges nothing. */
const UNPAID = new Set([UNREACHABLE, 'upstream-status', 'upstream-redirect']);
/** Outcome codes that the client causes: it must not be cheaper to leave before the count arrives. */
const LEAVING = new Set(['client-gone', 'slow-client']);

/**
 * Opens the account of one run. A request is held, reserved and recorded, in this order, before a byte is forwarded; at
 * the end it is settled and recorded. Traffic that cannot be recorded is rejected.
 */
export function openAccount(options: AccountOptions): CloseableAccount {
  const { tokens, recorder, stopped } = options;
  const writer = createRecordWriter();
  const context: AccountContext = { ...options, writer };
  return {
    findAgent: (presented) => tokens.holder(presented),
    stopped,
    get fault() {
      return writer.fault;
    },
    async admit(request, client_gone) {
      writer.throwFault();
      if (!recorder.full) return admitRequest(context, request, client_gone);
      const { agent, path, body } = request;
      const { refused: code, message } = FULL;
      writer.run(() => recorder.recordRejection({ agent, path, code, message, status: 400, bytes: body.bytes }));
      return FULL;
    },
    recordRejection: (request) => writer.run(() => recorder.recordRejection(request)),
    close: () => writer.run(() => recorder.close()),
  };
}

/** State and parts that all requests of one account share. */
interface AccountContext extends AccountOptions {
  writer: RecordWriter;
}

/** Runner of writes to the record, which remembers the first that failed. */
interface RecordWriter {
  readonly fault: unknown;
  /** @throws the fault, if there is one */
  throwFault(): void;
  /**
   * Runs a write.
   *
   * @throws its error, now and from then on
   */
  run<T>(write: () => T): T;
}

function createRecordWriter(): RecordWriter {
  let fault: unknown;
  const throwFault = () => {
    if (fault !== undefined) throw fault;
  };
  return {
    get fault() {
      return fault;
    },
    throwFault,
    run(write) {
      throwFault();
      try {
        return write();
      } catch (error) {
        fault = error ?? new Error('the record cannot be written');
        throw fault;
      }
    },
  };
}

/** Records a request of which nothing was sent. */
const recordUnsent = (
  { recorder, writer }: AccountContext,
  request: ModelRequest,
  end: ExchangeOutcome,
  held_ms: number,
): void =>
  writer.run(() => {
    const number = recorder.recordPrompt(request, { max_tokens: null, body: null, upstream: null });
    recorder.recordResponse(number, end, UNUSED, held_ms);
  });

async function admitRequest(
  context: AccountContext,
  request: ModelRequest,
  client_gone: AbortSignal,
): Promise<Exchange | MeterRefusal | StoppedRefusal> {
  const { meter, hold, asking_caps, stopped } = context;
  const begun = performance.now();
  const refuse = <R extends MeterRefusal | StoppedRefusal>(refusal: R, status: number | null = 400): R => {
    const { refused: code, message: detail } = refusal;
    recordUnsent(
      context,
      request,
      { ...NO_RESPONSE, outcome: 'refused', code, detail, status },
      performance.now() - begun,
    );
    return refusal;
  };
  const giveUp = (): StoppedRefusal => {
    if (stopped?.aborted || client_gone.reason === 'stopped') return refuse(OVER);
    const end = { ...NO_RESPONSE, outcome: 'aborted', code: 'client-gone', detail: GONE.message } as const;
    recordUnsent(context, request, end, performance.now() - begun);
    return GONE;
  };
  if (stopped?.aborted || (await hold?.(client_gone)) === 'stopped') return refuse(OVER);
  const estimate = estimateRequest(request);
  // A request that only collides with reservations waits for their settlement; a refusal would end the agent's part.
  const claim = async () => (client_gone.aborted ? undefined : meter.claim(estimate, client_gone));
  let reservation = await claim();
  if (reservation && 'refused' in reservation && asking_caps?.has(reservation.refused)) {
    // The recorded refusal triggers the question to a person; the client waits for the decision.
    refuse(reservation, null);
    if ((await hold?.(client_gone)) === 'stopped') return refuse(OVER);
    reservation = await claim();
  }
  if (reservation === undefined) return giveUp();
  if ('refused' in reservation) return refuse(reservation);
  if (!client_gone.aborted && !stopped?.aborted)
    return openExchange(context, request, reservation, performance.now() - begun);
  reservation.settle(null, { sent: false, output_bytes: 0 });
  return giveUp();
}

const isTokenCount = ({ route }: ModelRequest) => route.operation === 'count-tokens';

/** Estimates what a request may use. Counting tokens is free. */
function estimateRequest(request: ModelRequest): RequestEstimate {
  const { asked: model_request, upstream, body, untexted } = request;
  const { model, answers, compacts_from } = model_request;
  const common = { model, provider: upstream.provider, answers, compacts_from };
  if (isTokenCount(request)) return { ...common, input_bytes: 0, max_tokens: 0 };
  return {
    ...common,
    input_bytes: body.bytes - (untexted?.bytes ?? 0),
    untexted,
    max_tokens: model_request.max_tokens,
    thinking: model_request.thinking ?? (model_request.thinks ? MIN_THINKING_TOKENS : undefined),
  };
}

function openExchange(
  context: AccountContext,
  request: ModelRequest,
  reservation: Reservation,
  held_ms: number,
): Exchange {
  const { recorder, writer, waitUntilSettled } = context;
  const counts = isTokenCount(request);
  const max_tokens = counts ? null : reservation.max_tokens;
  let number = 0;
  let finished = false;
  return {
    get number() {
      return number;
    },
    max_tokens,
    recordPrompt(form) {
      number = writer.run(() =>
        recorder.recordPrompt(request, { ...form, max_tokens, upstream: request.upstream.name }),
      );
    },
    waitUntilSettled,
    covers: (output_bytes) => counts || reservation.covers(output_bytes),
    finish(end) {
      if (finished) return;
      finished = true;
      const { code, answered, output_bytes, wall_ms } = end;
      const reached = number > 0 && !counts && code !== UNREACHABLE;
      const sent = reached && !UNPAID.has(code ?? '');
      const left_after_ms = LEAVING.has(code ?? '') ? wall_ms : undefined;
      const settled = reservation.settle(sent ? (answered?.usage ?? null) : null, {
        sent,
        reached,
        output_bytes,
        left_after_ms,
      });
      if (number === 0) recordUnsent(context, request, end, held_ms);
      else writer.run(() => recorder.recordResponse(number, end, settled, held_ms));
    },
  };
}

const FULL = { refused: 'record-full', message: 'more was asked than is written down of one run' } as const;
type StoppedRefusal = { refused: 'stopped'; message: string };
const OVER: StoppedRefusal = { refused: 'stopped', message: 'the run is over' };
const GONE: StoppedRefusal = { refused: 'stopped', message: 'the client did not wait' };
const UNUSED = { usage: null, usd: null, price: null };
