import type { BearerTokens } from '../bearer_tokens.js';
import { MIN_THINKING_TOKENS } from '../dialects/scale_thinking_budget.js';
import type { Meter, MeterRefusal, Reservation } from '../meter/meter.js';
import { type Exchange, type ExchangeOutcome, type ModelRequest, NO_RESPONSE, type RunAccount } from './run_account.js';
import type { TrafficRecorder } from './traffic_recorder.js';

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
export function openAccount({
  tokens,
  meter,
  recorder,
  hold,
  waitUntilSettled,
  asking_caps,
  stopped,
}: AccountOptions): CloseableAccount {
  let fault: unknown;
  /**
   * Runs a write to the record.
   *
   * @throws its error, now and from then on
   */
  const runWrite = <T>(write: () => T): T => {
    if (fault !== undefined) throw fault;
    try {
      return write();
    } catch (error) {
      fault = error ?? new Error('the record cannot be written');
      throw fault;
    }
  };
  const recordUnsent = (request: ModelRequest, end: ExchangeOutcome, held_ms: number): void =>
    runWrite(() => {
      const number = recorder.recordPrompt(request, { max_tokens: null, body: null, upstream: null });
      recorder.recordResponse(number, end, UNUSED, held_ms);
    });

  const isOver = (client_gone: AbortSignal) => stopped?.aborted || client_gone.reason === 'stopped';

  return {
    findAgent: (presented) => tokens.holder(presented),
    stopped,
    get fault() {
      return fault;
    },
    async admit(request, client_gone) {
      if (fault !== undefined) throw fault;
      if (recorder.full) {
        const { agent, path, body } = request;
        runWrite(() =>
          recorder.recordRejection({
            agent,
            path,
            code: FULL.refused,
            message: FULL.message,
            status: 400,
            bytes: body.bytes,
          }),
        );
        return FULL;
      }
      const from = performance.now();
      const refuse = <R extends MeterRefusal | StoppedRefusal>(
        refusal: R,
        outcome: ExchangeOutcome['outcome'] = 'refused',
      ): R => {
        const [code, status] = outcome === 'aborted' ? ['client-gone', null] : [refusal.refused, 400];
        recordUnsent(
          request,
          { ...NO_RESPONSE, outcome, code, detail: refusal.message, status },
          performance.now() - from,
        );
        return refusal;
      };
      if (stopped?.aborted || (await hold?.(client_gone)) === 'stopped') return refuse(OVER);
      const counts = request.route.operation === 'count-tokens';
      const estimate = {
        model: request.asked.model,
        provider: request.upstream.provider,
        // Counting tokens is free.
        input_bytes: counts ? 0 : request.body.bytes - (request.untexted?.bytes ?? 0),
        ...(counts || !request.untexted ? {} : { untexted: request.untexted }),
        max_tokens: counts ? 0 : request.asked.max_tokens,
        ...(counts
          ? {}
          : { thinking: request.asked.thinking ?? (request.asked.thinks ? MIN_THINKING_TOKENS : undefined) }),
        answers: request.asked.answers,
        compacts_from: request.asked.compacts_from,
      };
      // A request that only collides with reservations waits for their settlement; a refusal would end the agent's
      // part.
      let reservation = client_gone.aborted ? undefined : await meter.claim(estimate, client_gone);
      if (reservation && 'refused' in reservation && asking_caps?.has(reservation.refused)) {
        // The recorded refusal triggers the question to a person; the client waits for the decision.
        const { refused: code, message: detail } = reservation;
        recordUnsent(
          request,
          { ...NO_RESPONSE, outcome: 'refused', code, detail, status: null },
          performance.now() - from,
        );
        if ((await hold?.(client_gone)) === 'stopped') return refuse(OVER);
        reservation = client_gone.aborted ? undefined : await meter.claim(estimate, client_gone);
      }
      if (reservation === undefined) return isOver(client_gone) ? refuse(OVER) : refuse(GONE, 'aborted');
      if ('refused' in reservation) return refuse(reservation);
      if (!client_gone.aborted && !stopped?.aborted)
        return open(request, reservation, performance.now() - from, counts);
      reservation.settle(null, { sent: false, output_bytes: 0 });
      return isOver(client_gone) ? refuse(OVER) : refuse(GONE, 'aborted');
    },
    recordRejection: (request) => runWrite(() => recorder.recordRejection(request)),
    close() {
      runWrite(() => recorder.close());
    },
  };

  function open(request: ModelRequest, reservation: Reservation, held_ms: number, counts: boolean): Exchange {
    const max_tokens = counts ? null : reservation.max_tokens;
    let number = 0;
    let over = false;
    return {
      get number() {
        return number;
      },
      max_tokens,
      recordPrompt(as) {
        number = runWrite(() => recorder.recordPrompt(request, { ...as, max_tokens, upstream: request.upstream.name }));
      },
      waitUntilSettled: waitUntilSettled,
      covers: (output_bytes) => counts || reservation.covers(output_bytes),
      finish(end) {
        if (over) return;
        over = true;
        const { code, answered, output_bytes, wall_ms } = end;
        const reached = number > 0 && !counts && code !== UNREACHABLE;
        const sent = reached && !UNPAID.has(code ?? '');
        const used = reservation.settle(sent ? (answered?.usage ?? null) : null, {
          sent,
          reached,
          output_bytes,
          ...(LEAVING.has(code ?? '') && { left_after_ms: wall_ms }),
        });
        if (number === 0) recordUnsent(request, end, held_ms);
        else runWrite(() => recorder.recordResponse(number, end, used, held_ms));
      },
    };
  }
}

const FULL = { refused: 'record-full', message: 'more was asked than is written down of one run' } as const;
type StoppedRefusal = { refused: 'stopped'; message: string };
const OVER: StoppedRefusal = { refused: 'stopped', message: 'the run is over' };
const GONE: StoppedRefusal = { refused: 'stopped', message: 'the client did not wait' };
const UNUSED = { usage: null, usd: null, price: null };
