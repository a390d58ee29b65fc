import type { ModelCheck } from '../../../contract/checks/check.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Event, EventPayload } from '../../../record/events/event.js';
import type { AnswerFileState, JudgeRequest } from '../../../record/events/model_payloads.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { CheckVerdict } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import type { CheckOutcome } from './check_outcome.js';
import type { JudgedCheck } from './judged_check.js';
import { parseJudgeReply } from './parse_judge_reply.js';

/** Layer of checks that a judge model decides, in verdicts. */
export const MODEL_CHECK_LAYER = 'judge model';

type GradingFacts = EventPayload<'model_check'>;

/** Outcome of a grading; `score` null = there is none. */
interface GradingOutcome extends CheckOutcome {
  score: number | null;
}

/** Judges every check that a judge model decides, in the order of the contract. */
export function judgeModelChecks(trace: AttemptTrace): JudgedCheck[] {
  return (trace.contract.model_checks ?? []).map((check, i) => {
    const contract_path = `model_checks.${i}`;
    const event = findGrading(trace, check);
    const deciding = event ? judgeGrading(check, event.payload) : MISSING_EVIDENCE;
    const { outcome, reached, why, score } = deciding;
    const grader = event?.payload.asked;
    const verdict: CheckVerdict = {
      ...{ check: check.id, kind: 'acceptance', layer: MODEL_CHECK_LAYER, mandatory: check.mandatory },
      ...{ outcome, reached, why, runs: event ? 1 : 0 },
      wall_ms: grader ? grader.ended_ms - grader.started_ms : 0,
      ...{ tests: null, failing: [], fail_to_pass: NO_TESTS, pass_to_pass: NO_TESTS },
      ...omitUndefined({ judge_model: grader && { model: grader.model, score, at_least: check.at_least } }),
      evidence: [{ ...omitUndefined({ seq: event?.seq }), contract_path }],
    };
    return {
      declared: { model_check: check, kind: 'acceptance', contract_path },
      ...{ verdict, deciding, flaky: false, required: [] },
    };
  });
}

const findGrading = (trace: AttemptTrace, { id }: ModelCheck): Event<'model_check'> | undefined =>
  selectEvents(trace.record.events, 'model_check').find(({ payload }) => payload.check === id);

/**
 * Judges one grading. An answer that cannot be read fails; a judge model that gives no score decides nothing, which is
 * never the agent's failure.
 */
function judgeGrading({ at_least }: ModelCheck, { not_run, files, asked }: GradingFacts): GradingOutcome {
  if (not_run) return judgeSkippedGrading(not_run);
  const unread = files.find(({ state }) => state !== 'read');
  if (unread)
    return createOutcome('fail', `${toOneLine(unread.path, 120)} ${UNREAD_REASONS[unread.state]}; no model was asked`);
  const last = asked?.requests.at(-1);
  if (!asked || !last) return MISSING_EVIDENCE;
  const judge_name = `the judge model ${toOneLine(asked.model, 80)}`;
  const silent = describeSilence(last);
  if (last.code === 'interrupted')
    return createError('check-cancelled', `${judge_name} was not waited for: ${last.detail}`);
  if (silent !== undefined) return createError('judge-model-silent', `${judge_name} gave no answer: ${silent}`);
  const reply = isWhole(last) ? parseJudgeReply(last.text ?? '') : { problem: describeEnd(last) };
  if ('problem' in reply) return createError('judge-reply-unreadable', `${judge_name} gave no score: ${reply.problem}`);
  const { score, rationale } = reply;
  const passed = score >= at_least;
  const reasons = passed || rationale.trim() === '' ? '' : `: ${toOneLine(rationale, 200)}`;
  return {
    ...createOutcome(
      passed ? 'pass' : 'fail',
      `score ${score}, needed ${at_least}, by ${judge_name}: no executable evidence${reasons}`,
    ),
    score,
  };
}

/** Describes why a request has no message that could be parsed; undefined if it has. */
function describeSilence({
  outcome,
  code,
  status,
  detail,
  text,
  cut_off,
  finish_reason,
}: JudgeRequest): string | undefined {
  if (outcome !== 'complete') {
    const parts = [
      code ?? outcome,
      ...(status === null ? [] : [`status ${status}`]),
      ...(detail === '' ? [] : [detail]),
    ];
    return toOneLine(parts.join(', '), 300);
  }
  if (text === null) return `its response has no message${finish_reason === null ? '' : ` (${finish_reason})`}`;
  return cut_off ? 'its message is too long' : undefined;
}

/** Reasons of servers, in lower case, for a message that ended by itself: it was neither cut off nor filtered. */
const NATURAL_ENDS: readonly string[] = ['stop', 'end_turn', 'completed', 'complete', 'eos', 'eos_token'];

const isWhole = ({ finish_reason }: JudgeRequest) => NATURAL_ENDS.includes(finish_reason?.toLowerCase() ?? '');
const describeEnd = ({ finish_reason }: JudgeRequest) =>
  `its message did not end by itself (${toOneLine(finish_reason ?? 'the server gave no reason for the end', 80)})`;

function judgeSkippedGrading({ because, detail }: NonNullable<GradingFacts['not_run']>): GradingOutcome {
  const why = toOneLine(`not run: ${detail || because}`);
  const unreached = { reached: false, why, required: [], score: null };
  switch (because) {
    case 'patch':
    case 'build':
      return { outcome: 'fail', ...unreached };
    case 'oracle':
      return { outcome: 'error', ...unreached, tag: 'oracle-not-laid' };
    case 'interrupted':
      return { outcome: 'error', ...unreached, tag: 'check-cancelled' };
    case 'no-judge':
      return createError('judge-model-silent', why);
    default:
      return because satisfies never;
  }
}

const UNREAD_REASONS: Readonly<Record<Exclude<AnswerFileState, 'read'>, string>> & { read: '' } = {
  read: '',
  missing: 'is missing',
  empty: 'is empty',
  'not-a-file': 'is no regular file, or lies behind a link',
  'too-large': 'is too large for an answer',
  'too-many': 'fits more files than an answer may have',
  'not-text': 'is no text in UTF-8',
};

const NO_TESTS = { passed: 0, total: 0 };

const MISSING_EVIDENCE: GradingOutcome = {
  ...{ outcome: 'error', reached: false, why: 'no event of this check is recorded', tag: 'incomplete-evidence' },
  ...{ required: [], score: null },
};

const createOutcome = (outcome: 'pass' | 'fail', why: string): GradingOutcome => ({
  ...{ outcome, reached: true, why: toOneLine(why, 500), required: [], score: null },
});

const createError = (tag: NonNullable<CheckOutcome['tag']>, why: string): GradingOutcome => ({
  ...{ outcome: 'error', reached: true, why: toOneLine(why, 500), tag, required: [], score: null },
});
