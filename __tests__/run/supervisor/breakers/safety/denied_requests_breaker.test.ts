import type { EventPayload } from '../../../../../src/record/events/event.js';
import { call, codes, type Given, stage, times, trips } from '../../given_events.js';

const denied = (s: number, host: string | null = 'a.example:443', count = 1): Given<'network_request'> => ({
  type: 'network_request',
  s,
  payload: { destination: host, decision: 'denied', count, source: 'proxy' } satisfies EventPayload<'network_request'>,
});
const settings = (denied_requests?: number) => ({
  policy: {
    breakers: { calls_per_minute: 0, no_progress: 0, ...(denied_requests === undefined ? {} : { denied_requests }) },
  },
});

describe('repeated attempts to reach what is closed to the agent', () => {
  it('end the run for safety', () => {
    expect(
      trips(
        times(4, (i) => denied(10 + 2 * i)),
        settings(3),
      ),
    ).toEqual(['denied-requests@2']);
    expect(
      trips(
        times(4, (i) => denied(10, `${i}.example:443`)),
        settings(3),
      ),
    ).toEqual(['denied-requests@2']);
  });

  it('are not what one installer asks one host within a second', () => {
    expect(
      codes(
        times(500, (i) => denied(10 + i / 1000)),
        settings(3),
      ),
    ).toEqual([]);
  });

  it('are every request of a flood that is only told in sums', () => {
    expect(codes([denied(10, null, 200)], settings())).toEqual(['denied-requests']);
    expect(codes([denied(10, null, 199)], settings())).toEqual([]);
  });

  it('count of commands that go past the proxy, each up to ten times', () => {
    const past = (network_attempts: number | null) => call({ execution: { network_attempts } });
    expect(
      trips(
        times(4, () => past(900)),
        settings(30),
      ),
    ).toEqual(['denied-requests@2']);
    expect(
      codes(
        times(4, () => past(null)),
        settings(1),
      ),
    ).toEqual([]);
  });

  it('are none of requests that were let through, of other stages, or where it is switched off', () => {
    const allowed = { ...denied(10), payload: { ...denied(10).payload, decision: 'allowed' as const, count: 900 } };
    expect(codes([allowed], settings(1))).toEqual([]);
    expect(codes([stage('setup'), denied(10, null, 900)], settings(1))).toEqual([]);
    expect(codes([denied(10, null, 900)], settings(0))).toEqual([]);
  });
});
