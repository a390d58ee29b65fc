import { computeRetryIntervals } from '../../../../src/run/attempt/report/compute_request_intervals.js';
import { prompted, responded } from '../../../judge/rubric/given_exchanges.js';
import { givenRecord } from '../../../judge/rubric/given_record.js';

describe('the time between an answer that failed and the next request', () => {
  const at = (ms: number) => ({ t: ms * 1e6 });
  const failed = (exchange: number, ms: number) => ({ ...responded(exchange, { outcome: 'error' }), ...at(ms) });
  const asked = (exchange: number, ms: number) => ({ ...prompted(exchange), ...at(ms) });
  const spans = (...events: ReturnType<typeof asked>[]) => computeRetryIntervals(givenRecord({ events }).events);

  it('is time of the agent that waits to ask again', () => {
    expect(spans(asked(1, 10), failed(1, 20), asked(2, 1020), failed(2, 1030), asked(3, 3030))).toEqual([
      { started_ms: 20, ended_ms: 1020 },
      { started_ms: 1030, ended_ms: 3030 },
    ]);
  });

  it('is none after an answer, and none where it does not ask again', () => {
    const answered = { ...responded(1), ...at(20) };
    expect(spans(asked(1, 10), answered, asked(2, 500), failed(2, 600))).toEqual([]);
  });
});
