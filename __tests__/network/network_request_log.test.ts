import { openNetworkRequestLog } from '../../src/network/network_request_log.js';
import type { EventPayload } from '../../src/record/events/event.js';

describe('what the proxy keeps of a flood', () => {
  const told = (n: number, host: (i: number) => string) => {
    const events: EventPayload<'network_request'>[] = [];
    const ledger = openNetworkRequestLog((payload) => events.push(payload));
    for (let i = 0; i < n; i += 1) ledger.add({ destination: host(i), decision: 'denied', bytes_sent: 1 });
    const live = events.length;
    ledger.close();
    return { events, live };
  };

  it('is single requests, then sums that are told while it lasts, each larger than the one before', () => {
    const { events, live } = told(500 + 1000, () => 'a.example:443');
    expect(events.slice(499).map(({ count }) => count)).toEqual([1, 100, 200, 400, 300]);
    expect(events.length - live).toBe(1);
    expect(events.reduce((sum, { count, bytes_sent }) => sum + count + bytes_sent!, 0)).toBe(3000);
  });

  it('is no event more than those where nothing is left', () => {
    expect(told(600, () => 'a.example:443').events).toHaveLength(501);
    expect(told(500, () => 'a.example:443').events).toHaveLength(500);
  });

  it('is bounded, however many hosts there are', () => {
    const { events } = told(20_000, (i) => `${i}.example:443`);
    expect(events.length).toBeLessThan(800);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  });
});
