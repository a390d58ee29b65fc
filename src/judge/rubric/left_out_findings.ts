import { eventsOf } from '../../record/events.js';
import type { Finding } from '../../record/verdict.js';
import type { Trace } from './trace.js';
import { andMore, counted, oneLine } from './why.js';

/** Rule of the finding that files were too large for the patch. */
export const LEFT_OUT = 'file-left-out';

/** Says which files the agent left that are not in its patch for their size: what was judged is less than what it made. */
export function leftOutFindings({ record }: Trace): Finding[] {
  return eventsOf(record.events, 'workspace_mutation').flatMap(({ seq, payload: { left_out } }): Finding[] => {
    if (left_out === undefined || left_out.count === 0) return [];
    const { count, sample } = left_out;
    const first = oneLine(sample[0] ?? '', 160);
    return [
      {
        rule: LEFT_OUT,
        severity: 'info',
        message: `${counted(count, 'file')} too large for the patch (100 MiB each, 512 MiB together): ${first}${andMore(count)}`,
        evidence: sample.map((file) => ({ seq, file })),
      },
    ];
  });
}
