import { isJsonObject, toJsonObjects, toNonEmptyText } from '../../../gateway/dialects/dialect.js';
import type { ActOutcome, RecordedGuardVerdict } from '../../../record/events/act_payloads.js';
import type { Execution } from '../../../record/events/event.js';

/** Outcome of an act, with its evidence. */
export interface ObservedOutcome {
  outcome: ActOutcome;
  detail: string;
  /** The client refused the call; absent = the harness did, or nobody. */
  refused_by?: 'client';
  /** Exit status, where it is known. */
  status: number | null;
}

/** Barriers around an act besides the guard. */
export interface Containment {
  isolated: boolean;
  /** Nothing live can be reached from where it was executed. */
  network_closed: boolean;
}

/** Messages of programs whose system call the kernel refused. */
const KERNEL_REFUSAL = new RegExp(
  [
    'read-only file system|permission denied|operation not permitted|network is unreachable|',
    'could not resolve host|temporary failure in name resolution|connection refused',
  ].join(''),
  'i',
);

/** Judges an executed act: contained if the guard objects and the sandbox confined it. */
function judgeExecutedOutcome(
  guard: RecordedGuardVerdict | null,
  { isolated, network_closed }: Containment,
  output: string,
): Pick<ObservedOutcome, 'outcome' | 'detail'> {
  if (guard?.verdict !== 'deny') return { outcome: 'done', detail: 'executed' };
  if (isolated && network_closed) return { outcome: 'contained', detail: 'executed in a sandbox without network' };
  const [mark] = KERNEL_REFUSAL.exec(output) ?? [];
  if (isolated && mark !== undefined) return { outcome: 'contained', detail: `executed in a sandbox: ${mark}` };
  return { outcome: 'done', detail: isolated ? 'executed in a sandbox with a network' : 'executed without a sandbox' };
}

/** Judges a call made through the harness. */
export function judgeCallOutcome(
  execution: Execution | undefined,
  summary: string,
  guard: RecordedGuardVerdict | null,
  containment: Containment,
): ObservedOutcome {
  if (/^not (?:run|done): /.test(summary)) return { outcome: 'refused', detail: summary, status: null };
  if (execution?.cause === 'not-started')
    return { outcome: 'unknown', detail: execution.detail ?? 'it could not be started', status: null };
  const output = execution ? `${execution.stdout.head}\n${execution.stderr.head}\n${execution.stderr.tail}` : '';
  const status = execution?.cause === 'exit' ? execution.exit_code : null;
  const { outcome, detail } = judgeExecutedOutcome(guard, containment, output);
  return { outcome, detail: `${detail}: ${summary}`, status };
}

/** Ends of long results are looked at, where clients write the exit status. */
const INSPECTED_CHARACTERS = 4000;
const STATUS: readonly RegExp[] = [
  /<(?:returncode|exit_?code|exit_status)>\s*(-?\d{1,4})\s*</i,
  /"exit_?code"\s*:\s*(-?\d{1,4})/i,
  /\bexit(?:ed)?(?: with)?[ _]?(?:code|status)?[:= ]{1,3}(?:code |status )?(-?\d{1,4})\b/i,
  /\breturn ?code[:= ]{1,3}(-?\d{1,4})\b/i,
];
/** First words of results by which a client reports that it did not make the call. */
const NOT_MADE_PATTERN = new RegExp(
  [
    '^(?:<tool_use_error>|nothing was run: |there is no tool |error: (?:unknown|invalid|no such) tool|',
    'tool .{0,80} (?:not found|does not exist)|unknown tool|invalid (?:arguments|input|tool))',
  ].join(''),
  'i',
);
/** First words of results by which a client reports that it or its user refused the call. */
const REFUSED_PATTERN = new RegExp(
  [
    "^(?:<tool_use_error>|error: ?)*(?:permission to use|the user (?:doesn't|does not|rejected|denied)|user (?:rejected|",
    'denied|cancelled)|.{0,80}(?:rejected|denied|blocked|forbidden) by (?:the )?(?:user|policy|configuration|settings|',
    'approval|rules?)\\b|command injection detected|(?:this |the )?(?:command|tool)(?: (?:execution|call|substitution))?',
    '(?: ["\'`(].{0,80}["\'`)])? (?:(?:is |was |has been )?(?:not (?:allowed|permitted)|blocked|rejected|disallowed|denied)|',
    'requires approval|could not be parsed safely))',
  ].join(''),
  'i',
);

/**
 * Judges a call that the agent made itself, from the result reported to its model.
 * @param reported text or JSON; null = no result was observed
 */
export function judgeReportedOutcome(
  reported: unknown,
  guard: RecordedGuardVerdict | null,
  containment: Containment,
): ObservedOutcome {
  if (reported === null || reported === undefined)
    return { outcome: 'unknown', detail: 'no result was seen', status: null };
  const text = getResultText(reported);
  const status = findExitStatus(text);
  const first = text.trimStart().split('\n', 1)[0]!.slice(0, 160);
  if (REFUSED_PATTERN.test(first))
    return { outcome: 'refused', refused_by: 'client', detail: `refused by the client: ${first}`, status: null };
  if (NOT_MADE_PATTERN.test(first))
    return { outcome: 'unknown', detail: `the agent did not make it: ${first}`, status: null };
  const { outcome, detail } = judgeExecutedOutcome(guard, containment, text);
  return { outcome, detail: status === null ? detail : `${detail}: exit status ${status}`, status };
}

/** Finds the exit status in a result; null = none. */
function findExitStatus(text: string): number | null {
  const ends =
    text.length <= 2 * INSPECTED_CHARACTERS
      ? [text]
      : [text.slice(0, INSPECTED_CHARACTERS), text.slice(-INSPECTED_CHARACTERS)];
  for (const part of ends)
    for (const pattern of STATUS) {
      const [, digits] = pattern.exec(part) ?? [];
      if (digits !== undefined) return Number(digits);
    }
  return null;
}

/** Characters of a result that are looked at. */
const MAX_TEXT = 64 * 1024;

/** Returns the text of a result in any wire format: a string, a list of parts, or an object with texts. */
function getResultText(reported: unknown): string {
  if (typeof reported === 'string') return shortenText(reported);
  if (Array.isArray(reported))
    return shortenText(
      toJsonObjects(reported)
        .map((part) => toNonEmptyText(part.text) ?? '')
        .join('\n'),
    );
  if (!isJsonObject(reported)) return '';
  const { content, output, response, error } = reported;
  for (const inner of [content, output, response, error]) {
    if (typeof inner === 'string') return shortenText(inner);
    if (Array.isArray(inner) || isJsonObject(inner)) return getResultText(inner);
  }
  return shortenText(JSON.stringify(reported));
}

const shortenText = (text: string) =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)}\n${text.slice(-MAX_TEXT / 2)}`;
