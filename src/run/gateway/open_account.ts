import type { Tokens } from '../coordination/mcp/tokens.js';
import type { Account, Ended, Exchange, Incoming } from './account.js';
import { LEAST_THINKING } from './dialects/thinking.js';
import type { Meter, MeterRefusal, Reservation } from './meter/meter.js';
import type { Recorder } from './record/recorder.js';

export interface AccountOrder {
  tokens: Tokens;
  meter: Meter;
  recorder: Recorder;
  /** Waits while requests are held back; `stopped` = none may go on any more. Resolves early when the client goes away. */
  hold?: ((gone: AbortSignal) => Promise<{ held_ms: number } | 'stopped'>) | undefined;
  /** Caps at which a person is asked while the request is held, and which they may renew. */
  asks?: ReadonlySet<string> | undefined;
  /** Aborted when the agent's part is over: nothing goes on, and what is under way is broken off. */
  stopped?: AbortSignal | undefined;
}

/** An account that is being kept. */
export interface OpenAccount extends Account {
  /** What could not be written down, if anything; from then on nothing is sent on. */
  readonly fault: unknown;
  /** At the end, when nothing is under way. @throws the fault */
  close(): void;
}

/** Code of the end of a request that never reached an upstream. */
const UNREACHABLE = 'upstream-unreachable';
/** Codes of ends at which the upstream did nothing that it is paid for. */
const UNPAID = new Set([UNREACHABLE, 'upstream-status', 'upstream-redirect']);
/** Codes of ends that the client chose: it must not be cheaper to leave before the count comes. */
const LEAVING = new Set(['client-gone', 'slow-client']);

/**
 * One run's account: held, reserved, written down, in this order and before a byte leaves; settled and written down at the end. Traffic that
 * cannot be written down does not pass.
 */
export function openAccount({ tokens, meter, recorder, hold, asks, stopped }: AccountOrder): OpenAccount {
  let fault: unknown;
  /** Does what writes. @throws what breaks there, now and from then on */
  const written = <T>(write: () => T): T => {
    if (fault !== undefined) throw fault;
    try {
      return write();
    } catch (error) {
      fault = error ?? new Error('the record cannot be written');
      throw fault;
    }
  };
  const notSent = (request: Incoming, end: Ended, held_ms: number): void =>
    written(() => {
      const number = recorder.prompt(request, { max_tokens: null, body: null, upstream: null });
      recorder.response(number, end, UNUSED, held_ms);
    });

  const isOver = (gone: AbortSignal) => stopped?.aborted || gone.reason === 'stopped';

  return {
    holder: (presented) => tokens.holder(presented),
    stopped,
    get fault() {
      return fault;
    },
    async admit(request, gone) {
      if (fault !== undefined) throw fault;
      if (recorder.full) {
        const { agent, path, body } = request;
        written(() =>
          recorder.turnedAway({
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
      const refuse = <R extends MeterRefusal | Stopped>(refusal: R, outcome: Ended['outcome'] = 'refused'): R => {
        const [code, status] = outcome === 'aborted' ? ['client-gone', null] : [refusal.refused, 400];
        notSent(request, { ...NOTHING, outcome, code, detail: refusal.message, status }, performance.now() - from);
        return refusal;
      };
      if (stopped?.aborted || (await hold?.(gone)) === 'stopped') return refuse(OVER);
      const counts = request.route.operation === 'count-tokens';
      const estimate = {
        model: request.asked.model,
        provider: request.upstream.provider,
        // To count tokens uses none.
        input_bytes: counts ? 0 : request.body.bytes - (request.untexted?.bytes ?? 0),
        ...(counts || !request.untexted ? {} : { untexted: request.untexted }),
        max_tokens: counts ? 0 : request.asked.max_tokens,
        ...(counts ? {} : { thinking: request.asked.thinking ?? (request.asked.thinks ? LEAST_THINKING : undefined) }),
        answers: request.asked.answers,
      };
      // What fits only when requests under way are settled waits for them: refused, it would end the agent's part for what is only reserved.
      let reservation = gone.aborted ? undefined : await meter.claim(estimate, gone);
      if (reservation && 'refused' in reservation && asks?.has(reservation.refused)) {
        // The refusal, written down, is the question. Nothing is said to the client until it is answered.
        const { refused: code, message: detail } = reservation;
        notSent(request, { ...NOTHING, outcome: 'refused', code, detail, status: null }, performance.now() - from);
        if ((await hold?.(gone)) === 'stopped') return refuse(OVER);
        reservation = gone.aborted ? undefined : await meter.claim(estimate, gone);
      }
      if (reservation === undefined) return isOver(gone) ? refuse(OVER) : refuse(GONE, 'aborted');
      if ('refused' in reservation) return refuse(reservation);
      if (!gone.aborted && !stopped?.aborted) return open(request, reservation, performance.now() - from, counts);
      reservation.settle(null, { sent: false, output_bytes: 0 });
      return isOver(gone) ? refuse(OVER) : refuse(GONE, 'aborted');
    },
    turnedAway: (request) => written(() => recorder.turnedAway(request)),
    close() {
      written(() => recorder.close());
    },
  };

  function open(request: Incoming, reservation: Reservation, held_ms: number, counts: boolean): Exchange {
    const max_tokens = counts ? null : reservation.max_tokens;
    let number = 0;
    let over = false;
    return {
      get number() {
        return number;
      },
      max_tokens,
      sent(as) {
        number = written(() => recorder.prompt(request, { ...as, max_tokens, upstream: request.upstream.name }));
      },
      covers: (output_bytes) => counts || reservation.covers(output_bytes),
      ended(end) {
        if (over) return;
        over = true;
        const { code, answered, output_bytes, wall_ms } = end;
        const reached = number > 0 && !counts && code !== UNREACHABLE;
        const sent = reached && !UNPAID.has(code ?? '');
        const settled = reservation.settle(sent ? (answered?.usage ?? null) : null, {
          sent,
          reached,
          output_bytes,
          ...(LEAVING.has(code ?? '') && { left_after_ms: wall_ms }),
        });
        if (number === 0) notSent(request, end, held_ms);
        else written(() => recorder.response(number, end, settled, held_ms));
      },
    };
  }
}

const FULL = { refused: 'record-full', message: 'more was asked than is written down of one run' } as const;
type Stopped = { refused: 'stopped'; message: string };
const OVER: Stopped = { refused: 'stopped', message: 'the run is over' };
const GONE: Stopped = { refused: 'stopped', message: 'the client did not wait' };
const UNUSED = { usage: null, usd: null, price: null };
const NOTHING = { answered: null, output_bytes: 0, first_byte_ms: null, wall_ms: 0, body: null };
