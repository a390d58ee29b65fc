import type { Contract } from '../../../contract/contract_schema.js';
import { getWorkspaceRoot } from '../../../contract/get_workspace_root.js';
import { isStricterVerdict } from '../../../contract/policy/act_decision.js';
import type { ToolCall } from '../../../gateway/dialects/dialect.js';
import type { Guard } from '../../../guard/guard.js';
import type { ActHandling, ActRoad } from '../../../record/events/act_payloads.js';
import { isMediatedCall } from '../../../record/events/create_call_counter.js';
import type { Event } from '../../../record/events/event.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { getCallKey } from '../calls/agent_call.js';
import type { ActMonitor, JudgedAct, WatchedWorkspace } from './act_monitor.js';
import { type ActQuestion, getQuestionKey } from './act_question.js';
import { createActRecorder, type RecordedAct } from './create_act_recorder.js';
import { createDispatchedCalls } from './create_dispatched_calls.js';
import { createKnownPrograms } from './create_known_programs.js';
import { getAnswerText } from './get_answer_text.js';
import { isClientHousekeeping } from './is_client_housekeeping.js';
import { isPlanningTool, listCallQuestions } from './list_call_questions.js';
import { type Containment, judgeCallOutcome, judgeReportedOutcome, type ObservedOutcome } from './observed_outcome.js';

/** Options of the act monitor. */
interface ActMonitorOptions {
  run: RunDirectory;
  contract: Contract;
  /** The attempt's guard. */
  guard: Guard;
  /** false: guardrails are switched off, and only commands of the policy are looked for. */
  guarded: boolean;
  /** The agent's commands are executed in a sandbox that holds them. */
  isolated: boolean;
}

/** A call of the agent whose end is still to be seen. */
interface PendingCall {
  subtask: string | undefined;
  /** Key of its questions. */
  key: string;
  acts: readonly RecordedAct[];
  /** The harness made the call; results that its model sees add nothing. */
  made: boolean;
}

/** A call that waits to be recognised as one of the coordination layer. */
type DeferredCall = { seq: number; exchange: number; subtask: string | undefined };

/** Trees of the workspace that are waited for at once, of results in the traffic. */
const MAX_WAITING = 32;
const STRICTEST_FIRST: readonly ActHandling[] = ['deny', 'record', 'allow'];

/** Opens the monitor of one attempt. */
export function openActMonitor(options: ActMonitorOptions): ActMonitor {
  const { run, contract, guard, guarded, isolated } = options;
  const { log } = run;
  const workspaces = new Map<string, WatchedWorkspace>();
  const rootOf = (subtask: string | undefined) =>
    (workspaces.get(subtask ?? '') ?? [...workspaces.values()][0])?.root ?? getWorkspaceRoot(contract.environment);
  const recorder = createActRecorder({ run, contract, guard, guarded });
  const containment: Containment = { isolated, network_closed: isNetworkClosed(contract) };
  const programs = createKnownPrograms();
  const dispatched = createDispatchedCalls((given) => log.toStored(given));
  /** Calls that models asked for, by the call itself. */
  const requested = new Map<ToolCall, PendingCall>();
  const deferred = new Map<ToolCall, DeferredCall>();
  /** Calls and words of incomplete responses. */
  const broken: PendingCall[] = [];
  /** Calls that are about to be made, by their recorded form. */
  const admitted = new Map<string, PendingCall[]>();
  const missed = new Set<string>();
  let waiting = 0;
  let writing: Promise<void> = Promise.resolve();

  /** Records an act for each question of a call. */
  function recordAll(
    questions: readonly ActQuestion[],
    about: { road: ActRoad; of_seq: number | null; tool: string; subtask: string | undefined },
    origin: { judged?: boolean | undefined; own?: boolean | undefined } = {},
  ): PendingCall {
    const acts = questions.map((question) => {
      const recorded = recorder.judgeAndRecord(question, { ...about, ...origin, workspace: rootOf(about.subtask) });
      programs.note(recorded);
      return recorded;
    });
    return { subtask: about.subtask, key: getQuestionsKey(questions), acts, made: false };
  }

  const conclude = (
    { act, cycle }: Pick<RecordedAct, 'act' | 'cycle'>,
    road: ActRoad,
    of_seq: number | null,
    seen: ObservedOutcome,
    after: {
      tree?: string | null | undefined;
      manifests?: string | null | undefined;
      cycle?: 'passed' | 'failed';
    } = {},
  ) => {
    if (seen.outcome === 'refused') programs.forget(act);
    log.append('act_outcome', 'monitor', {
      act: act.act,
      road,
      of_seq,
      outcome: seen.outcome,
      ...(seen.refused_by === undefined ? {} : { refused_by: seen.refused_by }),
      detail: toOneLine(seen.detail),
      cycle: act.cycle === null || seen.outcome === 'refused' ? null : (after.cycle ?? getCycleEnd(cycle, seen.status)),
      tree: after.tree ?? null,
      manifests: after.manifests ?? null,
    });
  };

  /** Finds the repetition of an incomplete response. */
  const findRepeatedCall = (
    questions: readonly ActQuestion[],
    subtask: string | undefined,
  ): PendingCall | undefined => {
    const key = getQuestionsKey(questions);
    const at = broken.findIndex((open) => open.subtask === subtask && open.key === key);
    return at === -1 ? undefined : broken.splice(at, 1)[0];
  };

  /** Records the acts of a call that a model requests. */
  const recordRequest = (call: ToolCall, { seq, subtask }: DeferredCall): PendingCall => {
    const road = isPlanningTool(call.name) ? 'plan' : 'traffic';
    const questions = listCallQuestions({ tool: call.name, arguments: call.arguments });
    return (
      findRepeatedCall(questions, subtask) ?? recordAll(questions, { road, of_seq: seq, tool: call.name, subtask })
    );
  };

  /** Finds the first unmade request of the call that is made now. */
  const findRequestedCall = (key: string, subtask: string | undefined): PendingCall | undefined =>
    [...requested.values()].find((open) => !open.made && open.subtask === subtask && open.key === key);

  const onCallMade = ({ seq, payload }: Event<'tool_invocation'>): void => {
    const key = getCallKey(payload);
    const open = admitted.get(key)?.shift();
    if (admitted.get(key)?.length === 0) admitted.delete(key);
    if (open === undefined) return;
    const { execution, summary, tree, manifests, cycle } = payload;
    for (const act of open.acts) {
      const seen = judgeCallOutcome(execution, summary, act.act.guard, containment);
      conclude(act, 'call', seq, seen, { tree, manifests, ...(cycle === undefined ? {} : { cycle }) });
    }
  };

  let unlisten: (() => void) | undefined;
  /** Subscribes at the first observation, so that earlier subscribers see an alert next to its event. */
  const listen = () => {
    unlisten ??= log.listen((event) => {
      if (isMediatedCall(event)) onCallMade(event);
      else if (event.type === 'coordination') dispatched.dispatch(event.payload);
    });
  };

  return {
    judgeCall(call, origin = {}) {
      listen();
      const questions = listCallQuestions(call);
      const key = getQuestionsKey(questions);
      const before = questions.length === 0 ? undefined : findRequestedCall(key, call.subtask);
      const about = { road: 'call' as const, of_seq: null, tool: call.tool, subtask: call.subtask };
      const open = before ?? recordAll(questions, about, origin);
      open.made = true;
      // Under what its event will have: masked and redacted.
      const recorded = getCallKey(log.toStored({ tool: call.tool, arguments: call.arguments }));
      admitted.set(recorded, [...(admitted.get(recorded) ?? []), open]);
      return toJudgedAct(open.acts);
    },
    onResponse({ seq, exchange, subtask, whole, response: { message, calls, passed_over } }) {
      listen();
      const about = { of_seq: seq, tool: '', subtask };
      const text = getAnswerText(message);
      if (text.trim() !== '') {
        const plan: ActQuestion[] = [{ form: 'text', text }];
        const open = findRepeatedCall(plan, subtask) ?? recordAll(plan, { ...about, road: 'plan' });
        if (!whole) broken.push(open);
      }
      if (passed_over !== undefined && passed_over > 0)
        recordAll([{ form: 'unread', text: `${passed_over} parts of an answer` }], { ...about, road: 'traffic' });
      for (const call of calls) {
        const of = { seq, exchange, subtask };
        if (!whole) broken.push(recordRequest(call, of));
        else if (dispatched.mayBe(call)) deferred.set(call, of);
        else requested.set(call, recordRequest(call, of));
      }
    },
    onToolResult({ seq, call, result }) {
      const later = deferred.get(call);
      deferred.delete(call);
      // Its guard has judged what the coordination layer was asked for.
      if (later !== undefined && dispatched.take(call)) return;
      const open = requested.get(call) ?? (later && recordRequest(call, later));
      requested.delete(call);
      if (open === undefined || open.made) return;
      const acts = open.acts.filter(({ act }) => act.road === 'traffic');
      const tell = (after?: { tree: string; manifests: string | null } | null) => {
        for (const act of acts) {
          const seen = dispatched.takeRefusal(act.act.text) ?? judgeReportedOutcome(result, act.act.guard, containment);
          conclude(act, 'traffic', seq, seen, after ?? {});
        }
      };
      const state = workspaces.get(open.subtask ?? '')?.state;
      if (acts.length === 0) return;
      if (result === null || state === undefined || waiting >= MAX_WAITING) {
        writing = writing.then(() => tell());
        return;
      }
      waiting += 1;
      writing = writing
        .then(() => state().catch(() => null))
        .then((after) => {
          waiting -= 1;
          tell(after);
        });
    },
    reportProgram(program, { road, of_seq }) {
      const question = programs.questionOf(program);
      const known = programs.known(program);
      const sight = (act: RecordedAct['act']) => {
        if (!programs.isFirstSight(act.act, road)) return;
        const seen = judgeCallOutcome(undefined, 'executed', act.guard, containment);
        conclude({ act, cycle: null }, road, of_seq, seen);
      };
      const ruled = recorder.judge(question, { road, workspace: rootOf(undefined) });
      const same = known ?? programs.alike(program);
      // A stricter judgement than the recorded one is another act, even if it looks equal.
      if (same !== undefined && !isStricterVerdict(ruled.handling, same.handling)) {
        sight(same);
        return;
      }
      if (ruled.handling === 'allow') return;
      const workspace = rootOf(undefined);
      const judged =
        road === 'program' && isClientHousekeeping(program, workspace)
          ? recorder.judge(question, { road, workspace, by: 'client' })
          : ruled;
      const recorded = recorder.record(judged, { road, of_seq, tool: null, subtask: undefined });
      programs.note(recorded);
      sight(recorded.act);
    },
    reportUnobservedRoad(road, because) {
      const stage = log.stage ?? 'setup';
      const key = `${road} ${stage} ${because}`;
      if (missed.has(key)) return;
      missed.add(key);
      log.append('road_unobserved', 'monitor', { road, stage, because });
    },
    enter(workspace) {
      listen();
      const key = workspace.subtask ?? '';
      workspaces.set(key, workspace);
      return () => {
        if (workspaces.get(key) === workspace) workspaces.delete(key);
      };
    },
    settled: () => writing,
    async close() {
      await writing;
      unlisten?.();
      // What was asked for in an answer that broke off, and what the agent's end came before.
      for (const [call, of] of deferred) if (!dispatched.take(call)) requested.set(call, recordRequest(call, of));
      const unfinished = new Set([...requested.values(), ...broken, ...[...admitted.values()].flat()]);
      requested.clear();
      deferred.clear();
      admitted.clear();
      for (const { acts, made: begun } of unfinished)
        for (const act of acts) {
          if (act.act.road === 'plan') continue;
          const detail = begun ? 'the agent was stopped before it was made' : 'no result was seen';
          conclude(act, begun ? 'call' : 'traffic', null, { outcome: 'unknown', detail, status: null });
        }
    },
  };
}

const getQuestionsKey = (questions: readonly ActQuestion[]): string => questions.map(getQuestionKey).join('\0\0');

/** Returns true if no live host can be reached: the network is closed or replays a recording. */
function isNetworkClosed({ policy: { network } }: Contract): boolean {
  return network === 'deny' || network.stubs !== undefined || network.allow.length === 0;
}

function toJudgedAct(acts: readonly RecordedAct[]): JudgedAct {
  const cycle = acts.find((act) => act.cycle !== null)?.cycle ?? null;
  return {
    acts: acts.map(({ act }) => act),
    handling: STRICTEST_FIRST.find((handling) => acts.some(({ act }) => act.handling === handling)) ?? 'allow',
    cycle: cycle?.kind ?? null,
    decides_cycle: cycle?.decides ?? false,
  };
}

function getCycleEnd(cycle: RecordedAct['cycle'], status: number | null): 'passed' | 'failed' | null {
  if (cycle === null || !cycle.decides || status === null) return null;
  return status === 0 ? 'passed' : 'failed';
}

const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300).toWellFormed();
