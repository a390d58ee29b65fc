import type { BreakerTrip } from '../../../src/run/supervisor/breakers/base/breaker.js';
import {
  INITIAL_SUPERVISION,
  reduceSupervision,
  type SupervisionEvent,
  type SupervisionState,
} from '../../../src/run/supervisor/reduce_supervision.js';

const givenTrip = (rest: Partial<BreakerTrip> & { asks?: boolean }) => ({
  code: 'no-progress' as const,
  severity: 'warning' as const,
  message: 'nothing changes',
  signals: {},
  asks: false,
  ...rest,
});

const givenState = (rest: Partial<SupervisionState> = {}): SupervisionState => ({ ...INITIAL_SUPERVISION, ...rest });

const trip = (rest: Parameters<typeof givenTrip>[0], alert_seq = 7): SupervisionEvent => ({
  type: 'breaker_tripped',
  trip: givenTrip(rest),
  alert_seq,
});

describe('the reducer of the supervision decides what follows from a trip', () => {
  it('ends the agent once: the first reason stays', () => {
    const [first, effects] = reduceSupervision(
      givenState(),
      trip({ action: 'kill', stop: { kind: 'resource', cap: 'tokens' } }),
    );
    expect(first.stop).toEqual({ kind: 'resource', cap: 'tokens', because: 'nothing changes', evidence_seq: 7 });
    expect(first.evidence_seq).toBe(7);
    expect(effects.map(({ type }) => type)).toEqual(['record_intervention', 'end_agent']);
    const [second, later] = reduceSupervision(first, trip({ stop: { kind: 'safety' } }, 9));
    expect(second.stop).toBe(first.stop);
    expect(later).toEqual([]);
  });

  it('keeps the longest delay, and takes it once', () => {
    const [slow] = reduceSupervision(givenState(), trip({ action: 'throttle', wait_ms: 500 }));
    const [still, effects] = reduceSupervision(slow, trip({ action: 'throttle', wait_ms: 200 }));
    expect(still.wait_ms).toBe(500);
    expect(effects).toEqual([
      {
        type: 'record_intervention',
        intervention: {
          action: 'throttle',
          alert_seq: 7,
          detail: 'the next call or request to a model waits 200 ms',
          wait_ms: 200,
        },
      },
    ]);
    expect(reduceSupervision(still, { type: 'delay_begun' })[0].wait_ms).toBe(0);
  });

  it('opens the workspace after the round that a trip closed it for, and only then', () => {
    const [closed] = reduceSupervision(givenState(), trip({ action: 'suspend-writes' }, 4));
    expect(closed.suspended_by).toBe(4);
    const [open, effects] = reduceSupervision(closed, { type: 'round_ended' });
    expect(open.suspended_by).toBeUndefined();
    expect(effects).toMatchObject([{ intervention: { action: 'restore-writes', alert_seq: 4 } }]);
    expect(reduceSupervision(open, { type: 'round_ended' })).toEqual([open, []]);
  });

  it('asks before it acts where the policy wants a person, and acts on a refusal', () => {
    const asked = trip({ asks: true, action: 'kill', stop: { kind: 'safety' } });
    const [waiting, effects] = reduceSupervision(givenState(), asked);
    expect(waiting).toEqual(givenState());
    expect(effects).toMatchObject([{ type: 'ask_operator', alert_seq: 7 }]);
    const denied = { type: 'permission_denied', alert_seq: 7, who: 'denied by Ada', answer_seq: 12 } as const;
    const stopping = givenTrip({ action: 'kill', stop: { kind: 'safety' } });
    expect(reduceSupervision(waiting, { ...denied, trip: stopping })[0].stop).toEqual({
      kind: 'safety',
      because: 'nothing changes (denied by Ada)',
      evidence_seq: 7,
    });
    expect(reduceSupervision(waiting, { ...denied, trip: givenTrip({}) })[0].stop).toEqual({
      kind: 'operator',
      because: 'nothing changes (denied by Ada)',
      evidence_seq: 12,
    });
  });

  it('never counts fewer than no calls under way', () => {
    const [one] = reduceSupervision(givenState(), { type: 'call_admitted' });
    expect(one.under_way).toBe(1);
    const [none] = reduceSupervision(one, { type: 'call_ended' });
    expect(reduceSupervision(none, { type: 'call_ended' })[0].under_way).toBe(0);
  });
});
