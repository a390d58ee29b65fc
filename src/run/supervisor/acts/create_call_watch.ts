import type { TrafficListener } from '../../../gateway/accounts/run_account.js';
import type { JsonObject, ToolCall } from '../../../gateway/dialects/dialect.js';
import { isJsonObject, toJsonObject, toJsonObjects, toNonEmptyText } from '../../../gateway/dialects/dialect.js';
import type { ActHandling } from '../../../record/events/act_payloads.js';
import type { Event } from '../../../record/events/event.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { getCallKey } from '../calls/agent_call.js';
import type { ActMonitor, CallOrigin, JudgedAct, WatchedWorkspace } from './act_monitor.js';
import { type ActQuestion, getQuestionKey } from './act_question.js';
import type { ActJudge } from './create_act_judge.js';
import {
  type ActAftermath,
  type ActSource,
  type createActRecorder,
  type RecordedAct,
  recordActOutcome,
} from './create_act_recorder.js';
import { createDispatchedCalls } from './create_dispatched_calls.js';
import type { KnownPrograms } from './create_known_programs.js';
import { isPlanningTool, listCallQuestions } from './list_call_questions.js';
import { type Containment, judgeCallOutcome, judgeReportedOutcome, type ObservedOutcome } from './observed_outcome.js';
import { type DeferredCall, type PendingCall, PendingCalls } from './pending_calls.js';

/** Parts that the watches over calls and programs share. */
export interface ActWatchParts {
  run: RunDirectory;
  judge: ActJudge;
  record: ReturnType<typeof createActRecorder>;
  programs: KnownPrograms;
  containment: Containment;
  /** Workspaces by subtask. */
  workspaces: ReadonlyMap<string, WatchedWorkspace>;
  /** Returns the path of a workspace inside the sandbox. */
  getRoot(subtask: string | undefined): string;
}

/** Watch over the calls of an agent, requested by models and made by the harness. */
interface CallWatch extends TrafficListener {
  judgeCall(call: Parameters<ActMonitor['judgeCall']>[0], origin: CallOrigin): JudgedAct;
  onCallMade(event: Event<'tool_invocation'>): void;
  onOperation(event: Event<'coordination'>): void;
  /** Waits until the outcomes of observed results are recorded. */
  settled(): Promise<void>;
  /** Records that the end of the remaining calls was not seen. */
  concludeUnfinished(): void;
}

/** Trees of the workspace that are waited for at once, of results in the traffic. */
const MAX_WAITING = 32;
const STRICTEST_FIRST: readonly ActHandling[] = ['deny', 'record', 'allow'];

/** Creates the watch over the calls of one attempt. */
export function createCallWatch(parts: ActWatchParts): CallWatch {
  const { run, containment, workspaces } = parts;
  const { log } = run;
  const dispatched = createDispatchedCalls((given) => log.toStored(given));
  const pending = new PendingCalls();
  const outcomes = createOutcomeQueue();
  const record = (questions: readonly ActQuestion[], source: ActSource, origin: CallOrigin = {}) =>
    recordPendingCall(parts, questions, source, origin);
  const recordRequest = (call: ToolCall, request: DeferredCall) => recordRequestedCall(parts, pending, call, request);

  return {
    judgeCall(call, origin) {
      const { tool, subtask } = call;
      const questions = listCallQuestions(call);
      const requested = questions.length === 0 ? undefined : pending.findRequested(getQuestionsKey(questions), subtask);
      const open = requested ?? record(questions, { road: 'call', of_seq: null, tool, subtask }, origin);
      // Under what its event will have: masked and redacted.
      pending.admit(getCallKey(log.toStored({ tool, arguments: call.arguments })), open);
      return toJudgedAct(open.acts);
    },
    onCallMade({ seq, payload }) {
      const open = pending.takeAdmitted(getCallKey(payload));
      const { execution, summary, tree, manifests, cycle } = payload;
      for (const act of open?.acts ?? []) {
        const outcome = judgeCallOutcome(execution, summary, act.act.guard, containment);
        conclude(parts, act, { road: 'call', of_seq: seq }, outcome, { tree, manifests, cycle });
      }
    },
    onOperation: ({ payload }) => dispatched.dispatch(payload),
    onResponse({ seq, exchange, subtask, whole, response: { message, calls, passed_over = 0 } }) {
      const source = { of_seq: seq, tool: '', subtask };
      const text = getAnswerText(message);
      if (text.trim() !== '') {
        const plan: ActQuestion[] = [{ form: 'text', text }];
        const repeated = pending.takeRepeated(getQuestionsKey(plan), subtask);
        const open = repeated ?? record(plan, { ...source, road: 'plan' });
        if (!whole) pending.broken.push(open);
      }
      if (passed_over > 0)
        record([{ form: 'unread', text: `${passed_over} parts of an answer` }], { ...source, road: 'traffic' });
      for (const call of calls) {
        const request = { seq, exchange, subtask };
        if (!whole) pending.broken.push(recordRequest(call, request));
        else if (dispatched.mayBe(call)) pending.deferred.set(call, request);
        else pending.requested.set(call, recordRequest(call, request));
      }
    },
    onToolResult({ seq, call, result }) {
      const deferred = pending.deferred.get(call);
      pending.deferred.delete(call);
      // Its guard has judged what the coordination layer was asked for.
      if (deferred !== undefined && dispatched.take(call)) return;
      const open = pending.requested.get(call) ?? (deferred && recordRequest(call, deferred));
      pending.requested.delete(call);
      if (open === undefined || open.made) return;
      const acts = open.acts.filter(({ act }) => act.road === 'traffic');
      if (acts.length === 0) return;
      const state = workspaces.get(open.subtask ?? '')?.state;
      outcomes.add(result === null ? undefined : state, (aftermath) => {
        for (const act of acts) {
          const refusal = dispatched.takeRefusal(act.act.text);
          const outcome = refusal ?? judgeReportedOutcome(result, act.act.guard, containment);
          conclude(parts, act, { road: 'traffic', of_seq: seq }, outcome, aftermath ?? {});
        }
      });
    },
    settled: outcomes.settled,
    concludeUnfinished() {
      // What was asked for in an answer that broke off, and what the agent's end came before.
      for (const [call, request] of pending.deferred)
        if (!dispatched.take(call)) pending.requested.set(call, recordRequest(call, request));
      for (const call of pending.takeUnfinished()) concludeUnfinishedCall(parts, call);
    },
  };
}

/** Creates a queue that records outcomes in order, each with the tree of its workspace if that can be waited for. */
function createOutcomeQueue() {
  let waiting = 0;
  let writing: Promise<void> = Promise.resolve();
  return {
    add(state: WatchedWorkspace['state'] | undefined, write: (aftermath?: ActAftermath | null) => void): void {
      if (state === undefined || waiting >= MAX_WAITING) {
        writing = writing.then(() => write());
        return;
      }
      waiting += 1;
      writing = writing
        .then(() => state().catch(() => null))
        .then((aftermath) => {
          waiting -= 1;
          write(aftermath);
        });
    },
    settled: () => writing,
  };
}

/** Records an act for each question of a call. */
function recordPendingCall(
  { judge, record, programs, getRoot }: ActWatchParts,
  questions: readonly ActQuestion[],
  source: ActSource,
  origin: CallOrigin,
): PendingCall {
  const { road, subtask } = source;
  const acts = questions.map((question) => {
    const recorded = record(judge(question, { road, ...origin, workspace: getRoot(subtask) }), source);
    programs.note(recorded);
    return recorded;
  });
  return { subtask, key: getQuestionsKey(questions), acts, made: false };
}

/** Records the acts of a call that a model requests, unless it repeats an incomplete response. */
function recordRequestedCall(
  parts: ActWatchParts,
  pending: PendingCalls,
  { name, arguments: args }: ToolCall,
  { seq, subtask }: DeferredCall,
): PendingCall {
  const questions = listCallQuestions({ tool: name, arguments: args });
  const repeated = pending.takeRepeated(getQuestionsKey(questions), subtask);
  const road = isPlanningTool(name) ? 'plan' : 'traffic';
  return repeated ?? recordPendingCall(parts, questions, { road, of_seq: seq, tool: name, subtask }, {});
}

/** Records that the end of a call was not seen; words of a plan have none. */
function concludeUnfinishedCall(parts: ActWatchParts, { acts, made }: PendingCall): void {
  const road = made ? 'call' : 'traffic';
  const detail = made ? 'the agent was stopped before it was made' : 'no result was seen';
  for (const act of acts)
    if (act.act.road !== 'plan')
      conclude(parts, act, { road, of_seq: null }, { outcome: 'unknown', detail, status: null });
}

/** Records the outcome of an act. A refused one was not executed, so a similar program is another act. */
function conclude(
  { run, programs }: ActWatchParts,
  act: RecordedAct,
  sighting: Pick<ActSource, 'road' | 'of_seq'>,
  outcome: ObservedOutcome,
  aftermath: ActAftermath = {},
): void {
  if (outcome.outcome === 'refused') programs.forget(act.act);
  recordActOutcome(run, act, sighting, outcome, aftermath);
}

const getQuestionsKey = (questions: readonly ActQuestion[]): string => questions.map(getQuestionKey).join('\0\0');

function toJudgedAct(acts: readonly RecordedAct[]): JudgedAct {
  const cycle = acts.find((act) => act.cycle !== null)?.cycle ?? null;
  return {
    acts: acts.map(({ act }) => act),
    handling: STRICTEST_FIRST.find((handling) => acts.some(({ act }) => act.handling === handling)) ?? 'allow',
    cycle: cycle?.kind ?? null,
    decides_cycle: cycle?.decides ?? false,
  };
}

/**
 * Returns the words of a model's response in any wire format. Omits thoughts, calls and their results.
 * @param message message of a parsed response
 */
function getAnswerText(message: unknown): string {
  // Responses: a list of items.
  if (Array.isArray(message)) return toJsonObjects(message).map(getItemText).filter(Boolean).join('\n\n');
  const { content, parts } = toJsonObject(message);
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return getPartsText(content);
  return Array.isArray(parts) ? getPartsText(parts) : '';
}

function getItemText({ type, role, content }: JsonObject): string {
  if ((type !== 'message' && type !== undefined) || role !== 'assistant') return '';
  return typeof content === 'string' ? content : getPartsText(content);
}

/** Kinds of parts that hold words; Gemini's have none. */
const WORDS = new Set<unknown>([undefined, 'text', 'output_text', 'refusal']);

function getPartsText(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (!isJsonObject(part) || !WORDS.has(part.type) || part.thought === true) return '';
      return toNonEmptyText(part.text) ?? toNonEmptyText(part.refusal) ?? '';
    })
    .join('');
}
