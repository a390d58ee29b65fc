import type { Event, EventPayload } from '../../../record/events/event.js';
import { type AgentCall, findCallCommandLine, getCallKey } from './agent_call.js';
import { readCommandFacts } from './command_facts.js';
import { findInstalledEcosystem } from './find_installed_ecosystem.js';

/** Finished call of the agent, on the road where its end was observed. */
export interface AgentCallResult {
  /** call: made through the harness · traffic: made by the agent itself, reported in its conversation with a model */
  road: 'call' | 'traffic';
  /** Event that shows it. */
  seq: number;
  /** The same call again has the same. */
  key: string;
  /**
   * Position among all calls in the traffic, including those without an act (such as reading a file); null = not in the
   * traffic.
   */
  traffic_index: number | null;
  subtask: string | undefined;
  /** The call ran a command; edits and refused calls did not. */
  executed: boolean;
  /** Digest of the result reported to a model; null = unknown. */
  result: string | null;
  /** Duration in milliseconds; null = unknown. */
  wall_ms: number | null;
  /** Result of a build or test cycle; null = no cycle. unknown: clients report only the exit status of failures. */
  cycle: 'passed' | 'failed' | 'unknown' | null;
  /** Git tree id of the workspace afterwards; null = not taken. */
  tree: string | null;
  /** Digest over the dependency files of that tree; null = not taken. */
  manifests: string | null;
  /** Ecosystems whose dependencies it installs, once per command of it that does. */
  installs(): readonly string[];
  /** The call only waits and polls; repeating it is no fault. */
  polls: boolean;
}

/** Maximum number of remembered acts, exchanges and calls that have not ended. */
const MAX_REMEMBERED = 2000;

/** Programs that wait. */
const WAITING_PROGRAMS = new Set(['sleep', 'usleep', 'wait', 'inotifywait', 'watch', 'tail']);

/**
 * Reads the finished calls of an agent from its log, each once. Calls made through the harness come from
 * `tool_invocation` events, calls visible only in the traffic from `act_outcome`. A requested call that the harness
 * made has no outcome on the road `traffic`, so it counts once. Records without acts yield only the former.
 */
interface CallResultReader {
  /** The call that this event ends; undefined = it ends none. */
  see(event: Event): AgentCallResult | undefined;
}

/** Creates a reader of one log. */
export function createCallResultReader(): CallResultReader {
  const acts = new Map<number, EventPayload<'act'>>();
  const requested = new Map<number, Pick<AgentCallResult, 'traffic_index' | 'result' | 'wall_ms'>>();
  const answers = new Map<number, { t: number; calls: number }>();
  /** Acts by their command line. */
  const lines = new Map<string, EventPayload<'act'>>();
  const ended = new Map<string, true>();
  let shown = 0;

  /**
   * Computes the duration of a call that is alone in its response: from the end of the response to the request with its
   * result.
   */
  const wallOf = (t: number, exchange: number): number | null => {
    const answer = answers.get(exchange);
    return answer?.calls === 1 ? (t - answer.t) / 1e6 : null;
  };

  return {
    see(event) {
      if (event.type === 'tool_invocation') {
        if (!event.payload.asked) return readMadeCall(event, lines);
        const { exchange, result, told: digest = result?.sha256 ?? null } = event.payload.asked;
        shown += 1;
        const wall_ms = result && wallOf(event.t, exchange);
        rememberEntry(requested, event.seq, { traffic_index: shown, result: digest, wall_ms });
      } else if (event.type === 'response' && event.payload.tool_calls > 0)
        rememberEntry(answers, event.payload.exchange, { t: event.t, calls: event.payload.tool_calls });
      else if (event.type === 'act') {
        rememberEntry(acts, event.payload.act, event.payload);
        if (event.payload.form === 'command') rememberEntry(lines, event.payload.text, event.payload);
      } else if (event.type === 'act_outcome' && event.payload.road === 'traffic') {
        const { act: number, of_seq, outcome } = event.payload;
        const act = acts.get(number);
        const one = `${number} ${of_seq}`;
        if (act === undefined || act.form === 'text' || ended.has(one)) return undefined;
        rememberEntry(ended, one, true);
        const reported = requested.get(of_seq ?? -1);
        const { cycle, tree, manifests } = event.payload;
        return {
          road: 'traffic',
          seq: of_seq ?? event.seq,
          key: `${act.tool ?? ''} ${act.sha256}`,
          traffic_index: reported?.traffic_index ?? null,
          subtask: act.subtask,
          executed: act.form === 'command' && outcome !== 'refused',
          result: reported?.result ?? null,
          wall_ms: reported?.wall_ms ?? null,
          cycle: cycle ?? (act.cycle === null || outcome === 'refused' ? null : 'unknown'),
          tree,
          manifests,
          installs: () => listActInstalls(act),
          polls: act.commands.some((command) => WAITING_PROGRAMS.has(command.replace(/ .*$/s, ''))),
        };
      }
      return undefined;
    },
  };
}

/**
 * Reads a call made through the harness.
 * @param acts by their command line, to avoid a second parse
 */
function readMadeCall(
  { seq, payload }: Event<'tool_invocation'>,
  acts: ReadonlyMap<string, EventPayload<'act'>>,
): AgentCallResult {
  const { execution } = payload;
  const act = execution && acts.get(findCallCommandLine(payload) ?? '');
  return {
    road: 'call',
    seq,
    key: getCallKey(payload),
    traffic_index: null,
    subtask: payload.subtask,
    executed: execution !== undefined,
    result: null,
    wall_ms: execution ? execution.ended_ms - execution.started_ms : null,
    cycle: payload.cycle ?? (act && act.cycle !== null ? 'unknown' : null),
    tree: payload.tree ?? null,
    manifests: payload.manifests ?? null,
    installs: () => {
      if (act) return listActInstalls(act);
      return execution ? listLineInstalls(payload) : [];
    },
    polls: false,
  };
}

function listActInstalls({ commands, installs: ecosystems }: EventPayload<'act'>): readonly string[] {
  const each = commands.flatMap((command) => findInstalledEcosystem(command.split(' ')) ?? []);
  return each.length < ecosystems.length ? ecosystems : each;
}

function listLineInstalls(call: AgentCall): string[] {
  const line = findCallCommandLine(call);
  return line === undefined
    ? []
    : readCommandFacts(line).commands.flatMap((words) => findInstalledEcosystem(words) ?? []);
}

function rememberEntry<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.set(key, value);
  if (map.size > MAX_REMEMBERED) map.delete(map.keys().next().value!);
}
