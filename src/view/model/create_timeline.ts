import { formatCallArguments } from '../../publish/report/view/parse_message_parts.js';
import type { Event } from '../../record/events/event.js';
import { isMediatedCall, listExecutions, selectEvents } from '../../record/events/select_events.js';
import { toReadableLine } from './readable_text.js';

/** Matter of an entry of a timeline. */
export type TimelineKind = 'model' | 'call' | 'command' | 'check' | 'alert' | 'network' | 'end';

/** Something that took time or happened in an attempt. */
export interface TimelineEntry {
  seq: number;
  kind: TimelineKind;
  /** Milliseconds since the attempt began; equal for a moment. */
  from_ms: number;
  to_ms: number;
  label: string;
  /** Its end; empty where that is ordinary. */
  outcome: string;
  tone: 'good' | 'bad' | 'doubt' | 'plain';
  /** Of an answer of a model; null = unknown. */
  tokens?: number | null;
  usd?: number | null;
}

/** Stage of an attempt with its interval. */
interface StageSpan {
  stage: string;
  from_ms: number;
  to_ms: number;
}

/** Stages and entries of an attempt in the order of time. */
export interface Timeline {
  stages: StageSpan[];
  entries: TimelineEntry[];
  /** Number of later entries that are left out. */
  left_out: number;
  end_ms: number;
}

const MAX_ENTRIES = 3_000;
/** Runs whose tests may or must fail: what that means is said by the judge. */
const HAS_TO_FAIL: ReadonlySet<string> = new Set(['canary', 'challenge', 'perturbation']);

/** Creates the timeline of an attempt. */
export function createTimeline(events: readonly Event[]): Timeline {
  const end_ms = (events.at(-1)?.t ?? 0) / 1e6;
  const costs = new Map<number, number | null>();
  for (const { payload } of selectEvents(events, 'cost'))
    if (payload.exchange !== undefined) costs.set(payload.exchange, payload.cost_usd);
  const changes = selectEvents(events, 'stage_changed');
  const stages = changes.map(({ t, payload }, i) => {
    const next = changes[i + 1];
    return { stage: payload.to, from_ms: t / 1e6, to_ms: next === undefined ? end_ms : next.t / 1e6 };
  });
  // Calls made through the harness stand in the traffic as well.
  const is_mediated = events.some(isMediatedCall);
  const shown = events.filter((event) => !is_mediated || event.type !== 'tool_invocation' || isMediatedCall(event));
  const entries = shown.flatMap((event) => toEntries(event, costs)).sort((a, b) => a.from_ms - b.from_ms);
  const left_out = Math.max(0, entries.length - MAX_ENTRIES);
  return { stages, entries: entries.slice(0, MAX_ENTRIES), left_out, end_ms };
}

function toEntries(event: Event, costs: ReadonlyMap<number, number | null>): TimelineEntry[] {
  const { seq } = event;
  const at_ms = event.t / 1e6;
  const moment = { seq, from_ms: at_ms, to_ms: at_ms, outcome: '', tone: 'plain' as const };
  switch (event.type) {
    case 'response': {
      const { outcome, code, wall_ms, usage, model, exchange } = event.payload;
      const is_complete = outcome === 'complete';
      const tokens = usage === null ? null : usage.input_tokens + usage.output_tokens;
      return [
        {
          ...moment,
          kind: 'model',
          from_ms: Math.max(0, at_ms - wall_ms),
          label: toReadableLine(model ?? 'model', 80),
          outcome: is_complete ? '' : toReadableLine(code ?? outcome, 80),
          tone: is_complete ? 'plain' : 'bad',
          tokens,
          usd: costs.get(exchange) ?? null,
        },
      ];
    }
    case 'tool_invocation': {
      const { tool, summary, refused, asked: request, execution } = event.payload;
      const text = request === undefined ? summary : formatCallArguments(event.payload.arguments);
      const label = toReadableLine(`${tool}${text === '' ? '' : `: ${text}`}`, 200);
      const outcome = refused ? 'refused' : '';
      if (execution === undefined || request !== undefined)
        return [{ ...moment, kind: 'call', label, outcome, tone: refused ? 'bad' : 'plain' }];
      return [toExecutionEntry(seq, 'command', toReadableLine(`${tool}: ${execution.command}`, 200), execution)];
    }
    case 'alert': {
      const { code, severity, message } = event.payload;
      const tone = severity === 'violation' ? 'bad' : 'doubt';
      return [{ ...moment, kind: 'alert', label: toReadableLine(`${code}: ${message}`), tone }];
    }
    case 'intervention': {
      const { action, detail } = event.payload;
      return [{ ...moment, kind: 'alert', label: toReadableLine(`${action}: ${detail}`), tone: 'bad' }];
    }
    case 'escalation': {
      const { question, decision } = event.payload;
      return [{ ...moment, kind: 'alert', label: toReadableLine(question), outcome: decision, tone: 'doubt' }];
    }
    case 'network_request': {
      const { destination, decision, rule } = event.payload;
      if (decision === 'allowed') return [];
      const label = toReadableLine(destination ?? 'unknown host', 100);
      return [{ ...moment, kind: 'network', label, outcome: toReadableLine(rule ?? 'denied', 100), tone: 'bad' }];
    }
    case 'termination': {
      const { code, rationale } = event.payload;
      const tone = code === 'finished' ? 'plain' : 'bad';
      return [{ ...moment, kind: 'end', label: toReadableLine(rationale), tone }];
    }
    default: {
      const kind = event.type === 'setup' || event.type === 'world' ? 'command' : 'check';
      return listExecutions(event).map((execution) => {
        const label = toReadableLine(toCheckLabel(event, execution.command), 200);
        const entry = toExecutionEntry(seq, kind, label, execution);
        return HAS_TO_FAIL.has(event.type) ? { ...entry, tone: 'plain' as const } : entry;
      });
    }
  }
}

function toCheckLabel({ type, payload }: Event, command: string): string {
  const name = 'check' in payload && typeof payload.check === 'string' ? ` ${payload.check}` : '';
  return type === 'setup' || type === 'world' ? command : `${type.replaceAll('_', ' ')}${name}: ${command}`;
}

function toExecutionEntry(
  seq: number,
  kind: TimelineKind,
  label: string,
  { started_ms, ended_ms, cause, exit_code }: ReturnType<typeof listExecutions>[number],
): TimelineEntry {
  const is_good = cause === 'exit' && exit_code === 0;
  const outcome = cause === 'exit' ? `exit ${exit_code}` : cause;
  const tone = is_good ? 'good' : 'bad';
  return { seq, kind, from_ms: started_ms, to_ms: ended_ms, label, outcome, tone };
}
