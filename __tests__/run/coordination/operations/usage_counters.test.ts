import { createUsageCounters } from '../../../../src/run/coordination/operations/usage_counters.js';
import { operation } from '../../../judge/rubric/given_operations.js';
import { givenRecord } from '../../../judge/rubric/given_record.js';

describe('what an agent has used up', () => {
  it('counts calls, different files, and the time since the first call, each agent for itself', () => {
    let now = 100;
    const book = createUsageCounters(() => now, []);
    expect(book.of('a')).toEqual({ calls: 0, files: new Set(), elapsed_ms: 0 });
    book.called('a');
    book.edited('a', 'x');
    book.edited('a', 'x');
    now = 350;
    book.called('a');
    expect(book.of('a')).toEqual({ calls: 2, files: new Set(['x']), elapsed_ms: 250 });
    expect(book.of('b').calls).toBe(0);
  });

  it('takes back the file of an edit that failed, unless it counts already', () => {
    const book = createUsageCounters(() => 0, []);
    book.edited('a', 'x')();
    expect(book.of('a').files.size).toBe(0);
    book.edited('a', 'x');
    book.edited('a', 'x')();
    expect(book.of('a').files.size).toBe(1);
  });

  it('goes on with what the log tells of an earlier process', () => {
    const edit = { operation: 'edit_file', wall_ms: 2 };
    const { events } = givenRecord({
      more: [
        operation(1, { ...edit, arguments: { path: './x//y', content: '' } }),
        operation(2, { ...edit, arguments: { path: 'z' }, outcome: 'failed', code: 'edit_failed' }),
        operation(3, { arguments: { path: 5 } }),
        operation(4, { agent: 'b', operation: 'edit_file', arguments: null }),
      ],
    });
    const first_ms = events.find(({ type }) => type === 'coordination')!.t / 1e6 - 2;
    const book = createUsageCounters(() => 1000, events);
    expect(book.of('agent')).toEqual({ calls: 3, files: new Set(['x/y']), elapsed_ms: 1000 - first_ms });
    expect(book.of('b')).toMatchObject({ calls: 1, files: new Set() });
  });
});
