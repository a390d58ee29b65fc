import { formatDuration, formatRoughDuration } from '../../publish/text/format_quantity.js';
import { measureTextWidth, truncateMiddleToWidth, truncateToWidth } from '../../publish/text/measure_text_width.js';

/** Step of a verb that runs. Times are milliseconds of a monotonic clock. */
interface ProgressStep {
  id: number;
  /** Step of which this one is a part. */
  parent: number | undefined;
  since_ms: number;
  /** Text of the step, inert in a terminal. */
  text: string;
  /** Number of finished parts; undefined = they are not counted. */
  done: number | undefined;
  /** Number of all parts; undefined = unknown. */
  of: number | undefined;
  /** True if the number of all parts is an estimate. */
  is_rough: boolean;
  /** Further facts, such as costs. */
  note: string;
  /** Expected end; infinite = unknown. */
  due_ms: number;
  /** Shortest time left that was shown. */
  least_ms: number;
}

/** Steps that run, each behind the step that it is a part of, and in the order in which they began. */
export type ProgressState = readonly ProgressStep[];

/** Change of a step. Without `left_ms` the time left follows from the pace so far; infinite = unknown. */
export interface ProgressChange {
  text?: string | undefined;
  done?: number | undefined;
  of?: number | undefined;
  /** Number of all parts as an estimate, in place of `of`. */
  about?: number | undefined;
  note?: string | undefined;
  left_ms?: number | undefined;
}

/** Adds a step; one that would be a part of an ended step is left out. */
export const beginStep = (
  steps: ProgressState,
  { id, parent, text }: Pick<ProgressStep, 'id' | 'parent' | 'text'>,
  now_ms: number,
): ProgressState =>
  parent !== undefined && !steps.some((step) => step.id === parent)
    ? steps
    : [
        ...steps,
        {
          id,
          parent,
          text,
          since_ms: now_ms,
          done: undefined,
          of: undefined,
          is_rough: false,
          note: '',
          ...NO_ESTIMATE,
        },
      ];

const NO_ESTIMATE = { due_ms: Number.POSITIVE_INFINITY, least_ms: Number.POSITIVE_INFINITY };

/** Time from which on a pace says something, and the share and the number of parts that are then finished. */
const PACE = { ms: 3000, share: 0.2, least: 2, most: 5 };

/** Changes a step that runs. The number of finished parts never falls. */
export const changeStep = (steps: ProgressState, id: number, change: ProgressChange, now_ms: number): ProgressState =>
  steps.map((step) => {
    if (step.id !== id) return step;
    const count = change.done === undefined ? step.done : Math.max(change.done, step.done ?? 0);
    const total = change.about ?? change.of ?? step.of;
    const left_ms = change.left_ms ?? (count === step.done ? undefined : computePaceLeft(step, count, total, now_ms));
    return {
      ...step,
      ...{ done: count, of: total, text: change.text ?? step.text, note: change.note ?? step.note },
      is_rough: change.about === undefined ? step.is_rough && change.of === undefined : true,
      due_ms: left_ms === undefined ? step.due_ms : now_ms + left_ms,
      least_ms: Math.min(step.least_ms, Math.max(0, step.due_ms - now_ms)),
    };
  });

/** Computes the time left by the pace so far; undefined while few parts are finished: first ones differ from others. */
function computePaceLeft(
  { since_ms }: ProgressStep,
  count: number | undefined,
  total: number | undefined,
  now_ms: number,
): number | undefined {
  if (count === undefined || total === undefined || now_ms - since_ms < PACE.ms) return undefined;
  const least = Math.min(PACE.most, Math.max(PACE.least, total * PACE.share));
  return count < least ? undefined : ((now_ms - since_ms) / count) * (total - count);
}

/** Removes a step with all its parts. */
export const endStep = (steps: ProgressState, id: number): ProgressState => {
  const ended = new Set([id]);
  return steps.filter((step) => {
    if (step.parent !== undefined && ended.has(step.parent)) ended.add(step.id);
    return !ended.has(step.id);
  });
};

/** Share by which an estimate may be longer than what was shown without being dropped. */
const TOLERANCE = 1.25;

/** Computes the time left. It never grows: an estimate that is a little longer is held, any other is dropped. */
function computeTimeLeft({ due_ms, least_ms }: ProgressStep, now_ms: number): number | undefined {
  const left_ms = due_ms - now_ms;
  if (left_ms <= 0 || left_ms === Number.POSITIVE_INFINITY || left_ms > TOLERANCE * least_ms) return undefined;
  return Math.min(left_ms, least_ms);
}

/** Step that is shown, with the number of others beside it. */
type ShownStep = { step: ProgressStep; others: number };

/** Lists the step that has run longest, and of its parts again the one that has run longest, and so on. */
function listShownSteps(steps: ProgressState): ShownStep[] {
  const shown: ShownStep[] = [];
  for (let parent: number | undefined, level = steps; ; ) {
    level = steps.filter((step) => step.parent === parent);
    const [step] = level;
    if (step === undefined) return shown;
    shown.push({ step, others: level.length - 1 });
    parent = step.id;
  }
}

/** Formats what runs as one line of at most `columns` cells: what it does, how far it is, how long it may take. */
export const formatProgress = (steps: ProgressState, now_ms: number, columns: number): string =>
  formatSteps(listShownSteps(steps), now_ms, columns);

/** Formats steps. What does not fit loses notes, then steps that count nothing, then its inner steps. */
function formatSteps(shown: readonly ShownStep[], now_ms: number, columns: number): string {
  // One time is enough: that of the whole, else that of the part.
  const timed = shown.find(({ step }) => computeTimeLeft(step, now_ms) !== undefined) ?? shown.at(-1);
  const parts = shown.flatMap((one): LinePart[] => {
    const facts = formatCount(one) + (one === timed ? formatTime(one.step, now_ms) : '');
    return one.step.note === ''
      ? [[one.step.text, facts]]
      : [
          [one.step.text, facts],
          [one.step.note, ''],
        ];
  });
  const line = fitParts(parts, columns);
  if (measureTextWidth(line) <= columns) return line;
  if (shown.some(({ step }) => step.note !== '')) {
    const bare = shown.map(({ step, others }) => ({ step: { ...step, note: '' }, others }));
    return formatSteps(bare, now_ms, columns);
  }
  if (shown.length < 2) return truncateToWidth(line, columns);
  const uncounted = shown.find((one) => one !== timed && formatCount(one) === '') ?? shown.at(-1);
  const rest = shown.filter((one) => one !== uncounted);
  return formatSteps(rest, now_ms, columns);
}

function formatCount({ step: { done, of, is_rough }, others }: ShownStep): string {
  const more = others === 0 ? '' : ` and ${others} more`;
  if (!done && of === undefined) return more;
  if (done === undefined || of === 1) return more;
  const all = of === undefined || of < done ? '' : ` of ${is_rough ? 'about ' : ''}${of}`;
  return ` ${done}${all}${more}`;
}

/** Time in milliseconds after which the duration of a step is shown, where its end is unknown. */
const UNKNOWN_MS = 5000;

function formatTime(step: ProgressStep, now_ms: number): string {
  const left_ms = computeTimeLeft(step, now_ms);
  if (left_ms !== undefined) return `, ${formatRoughDuration(left_ms)} left`;
  const elapsed_ms = now_ms - step.since_ms;
  if (elapsed_ms < UNKNOWN_MS) return '';
  return `, ${elapsed_ms < 60_000 ? `${Math.floor(elapsed_ms / 1000)} s` : formatDuration(elapsed_ms)} so far`;
}

/** Part of a line, whose text can be shortened. */
type LinePart = [text: string, facts: string];

/** Least cells of a text that is shortened. */
const MIN_TEXT = 8;

/** Joins parts into a line, and shortens the longest texts until it fits, if it does. */
function fitParts(parts: readonly LinePart[], columns: number): string {
  const line = parts.map((part) => part.join('')).join(' · ');
  const excess = measureTextWidth(line) - columns;
  const widths = parts.map(([text]) => measureTextWidth(text));
  const widest = Math.max(...widths);
  if (excess <= 0 || widest <= MIN_TEXT) return line;
  const width = Math.max(MIN_TEXT, widest - excess);
  const shorten = ([text, facts]: LinePart, at: number): LinePart =>
    at === widths.indexOf(widest) ? [truncateMiddleToWidth(text, width), facts] : [text, facts];
  return fitParts(parts.map(shorten), columns);
}

/** Line that a log has got; `step`: texts of the steps that it was about. */
export type LogLine = { step: string; at_ms: number };

/** Time that a step is worth a line, least and longest time between two lines, in milliseconds. */
const WORTHWHILE_MS = 2000;
const MIN_GAP_MS = 5000;
const MAX_GAP_MS = 10_000;

/** Returns the line that a log without a live line is due: one a step that takes long, else a sign of life. */
export function findDueLogLine(steps: ProgressState, now_ms: number, last: LogLine | undefined): LogLine | undefined {
  const shown = listShownSteps(steps);
  const [outer, inner] = [shown[0]?.step, shown.at(-1)?.step];
  if (outer === undefined || inner === undefined) return undefined;
  const step = shown.map(({ step: { text } }) => text).join('\0');
  const quiet_ms = now_ms - Math.max(last?.at_ms ?? 0, outer.since_ms);
  const is_new = step !== last?.step && now_ms - inner.since_ms >= WORTHWHILE_MS;
  const has_gap = last === undefined || now_ms - last.at_ms >= MIN_GAP_MS;
  return (is_new && has_gap) || quiet_ms >= MAX_GAP_MS ? { step, at_ms: now_ms } : undefined;
}
