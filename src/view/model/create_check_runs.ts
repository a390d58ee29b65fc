import type { Event, OutputLog } from '../../record/events/event.js';
import { formatTestId } from '../../record/tests/test_report.js';
import type { CheckVerdict } from '../../record/verdict/verdict.js';
import type { ArtifactReader } from './create_conversation.js';
import { type ReadableText, toReadableLine, toReadableText } from './readable_text.js';

/** Output of a command, with the name of its stream. */
interface OutputText extends ReadableText {
  stream: 'stdout' | 'stderr';
  bytes: number;
}

/** Failed test with its message. */
interface FailedTest extends ReadableText {
  name: string;
}

/** One execution of a check, with what it printed. */
export interface CheckExecution {
  seq: number;
  check: string;
  kind: string;
  run: number;
  outcome: 'pass' | 'fail' | 'error' | 'unknown';
  why: string;
  command: string;
  /** End of the command, or why there was none. */
  end: string;
  wall_ms: number | null;
  counts: { passed: number; failed: number; skipped: number } | null;
  failed: FailedTest[];
  more_failed: number;
  outputs: OutputText[];
}

const MAX_RUNS = 60;
const MAX_FAILED = 50;
const MESSAGE_LIMIT = 4_000;
const OUTPUT_LIMIT = 16_000;

/** Creates the executions of an attempt's checks, in the order of the log. */
export function createCheckRuns(
  events: readonly Event[],
  verdicts: readonly CheckVerdict[],
  readArtifact: ArtifactReader,
): CheckExecution[] {
  const runs = events.flatMap((event): CheckExecution[] => {
    if (
      event.type !== 'build' &&
      event.type !== 'static_check' &&
      event.type !== 'acceptance_check' &&
      event.type !== 'maintainability_check'
    )
      return [];
    const { check, run, execution, not_run, report } = event.payload;
    const verdict = verdicts.find((one) => one.check === check);
    const tests = report.state === 'read' ? report.report.tests : [];
    const failed = tests
      .filter(({ outcome }) => outcome === 'failed')
      .map((test) => ({ name: toReadableLine(formatTestId(test)), message: test.message ?? '' }))
      .concat(
        (report.state === 'read' ? report.report.suite_failures : []).map(({ name, message = '' }) => ({
          name: toReadableLine(name),
          message,
        })),
      );
    const count = (outcome: string) => tests.filter((test) => test.outcome === outcome).length;
    return [
      {
        seq: event.seq,
        check: toReadableLine(check, 100),
        kind: event.type.replace('_check', ''),
        run,
        outcome: verdict === undefined || !verdict.reached ? 'unknown' : verdict.outcome,
        why: toReadableLine(verdict?.why ?? ''),
        command: toReadableLine(execution?.command ?? '', 500),
        end: toReadableLine(execution === undefined ? `not run: ${not_run?.detail ?? ''}` : formatEnd(execution), 200),
        wall_ms: execution === undefined ? null : execution.ended_ms - execution.started_ms,
        counts:
          tests.length === 0
            ? null
            : { passed: count('passed'), failed: count('failed'), skipped: count('skipped') + count('todo') },
        failed: failed
          .slice(0, MAX_FAILED)
          .map(({ name, message }) => ({ name, ...toReadableText(message, MESSAGE_LIMIT) })),
        more_failed: Math.max(0, failed.length - MAX_FAILED),
        outputs:
          execution === undefined
            ? []
            : [toOutput('stdout', execution.stdout, readArtifact), toOutput('stderr', execution.stderr, readArtifact)],
      },
    ];
  });
  return runs.slice(0, MAX_RUNS).map((run) => ({ ...run, outputs: run.outputs.filter(({ text }) => text !== '') }));
}

const formatEnd = ({ cause, exit_code, detail = '' }: { cause: string; exit_code: number | null; detail?: string }) =>
  [cause === 'exit' ? `exit status ${exit_code}` : cause, detail].filter((text) => text !== '').join(': ');

/** Takes the end of an output, which says why a command failed. */
function toOutput(
  stream: OutputText['stream'],
  { artifact, head, tail, bytes }: OutputLog,
  readArtifact: ArtifactReader,
): OutputText {
  const whole =
    (artifact === undefined ? undefined : readArtifact(artifact)) ?? `${head}${tail === '' ? '' : `\n…\n${tail}`}`;
  const end = whole.length > OUTPUT_LIMIT ? whole.slice(-OUTPUT_LIMIT) : whole;
  const { text } = toReadableText(end.toWellFormed(), OUTPUT_LIMIT);
  const shown = { stream, text, bytes };
  return whole.length > OUTPUT_LIMIT ? { ...shown, cut: whole.length - OUTPUT_LIMIT } : shown;
}
