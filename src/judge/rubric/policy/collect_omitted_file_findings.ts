import { selectEvents } from '../../../record/events/select_events.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { formatRemainder, pluralise, toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Rule of the finding that files were too large for the patch. */
export const OMITTED_FILE_RULE = 'file-left-out';

/** Collects findings about files that are too large for the patch and therefore were not judged. */
export function collectOmittedFileFindings({ record }: AttemptTrace): VerdictFinding[] {
  return selectEvents(record.events, 'workspace_mutation').flatMap(
    ({ seq, payload: { left_out } }): VerdictFinding[] => {
      if (left_out === undefined || left_out.count === 0) return [];
      const { count, sample } = left_out;
      const first = toOneLine(sample[0] ?? '', 160);
      return [
        {
          rule: OMITTED_FILE_RULE,
          severity: 'info',
          message:
            `${pluralise(count, 'file')} too large for the patch (100 MiB each, 512 MiB together): ` +
            `${first}${formatRemainder(count)}`,
          evidence: sample.map((file) => ({ seq, file })),
        },
      ];
    },
  );
}
