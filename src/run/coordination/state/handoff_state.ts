import type { StateTransitionVariant } from '../../../record/events/act_payloads.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import {
  acceptOperation,
  type CoordinationSettings,
  type ReducerResult,
  rejectOperation,
  rejectOverLimit,
  type TimedOperation,
  takeFirst,
} from './reducer_result.js';

/** Handoff from one agent to another. It never changes; `sha256` covers all of it. */
interface Handoff {
  id: number;
  from: string;
  to: string;
  at_ms: number;
  operation: string;
  summary: string;
  done: string[];
  todo: string[];
  files: string[];
  notes: string | null;
  sha256: string;
}

/** Ids of handoffs to an agent, and of its unread ones; both ascending. */
interface HandoffBox {
  sent: number[];
  unread: Set<number>;
}

/** State of all handoffs. */
export interface HandoffState {
  written: Handoff[];
  /** Boxes per agent, and per agent and sender. */
  boxes: Map<string, HandoffBox>;
}

/** Creates the empty state of handoffs. */
export const createHandoffState = (): HandoffState => ({ written: [], boxes: new Map() });

/** Formats the name of a box; names of agents hold no slash. */
const formatBoxName = (agent: string, from?: string) => (from === undefined ? agent : `${agent}/${from}`);

/** Maximum number of handoffs returned at a time. */
const MAX_HANDOFFS_READ = 20;

/** Computes the digest over all fields of a handoff. */
function computeHandoffDigest({ sha256: _, ...said }: Handoff): string {
  return computeDigest(said);
}

/** Decides the write of a handoff. */
export function decideWriteHandoff(
  handoffs: HandoffState,
  asked: TimedOperation<'write_handoff'>,
  settings: CoordinationSettings,
): ReducerResult {
  const { to: recipient, notes, ...rest } = asked.arguments;
  if (recipient !== '*' && !settings.agents.includes(recipient))
    return rejectOperation(
      'unknown_agent',
      `there is no agent "${recipient}"; there are ${settings.agents.slice(0, 20).join(', ')}`,
    );
  if (settings.off.has('handoffs')) return acceptOperation({ delivered: false });
  if (handoffs.written.length >= settings.live) return rejectOverLimit('handoffs', settings.live);
  const isReached = (agent: string) =>
    agent !== asked.agent && (settings.paths?.mayHandOff(asked.agent, agent) ?? true);
  const recipients = recipient === '*' ? settings.agents.filter(isReached) : [recipient];
  const id = handoffs.written.length + 1;
  const handoff = {
    ...rest,
    id,
    from: asked.agent,
    to: recipient,
    at_ms: asked.now_ms,
    operation: asked.id,
    notes: notes ?? null,
  };
  const { from: agent, ...content } = { ...handoff, sha256: computeHandoffDigest({ ...handoff, sha256: '' }) };
  return acceptOperation(
    { id, recipients, sha256: content.sha256 },
    { kind: 'handoff_written', agent, recipients, ...content },
  );
}

/** Decides a read: unread handoffs from the oldest on, so that none is skipped; of all handoffs the newest. */
export function decideReadHandoff(
  handoffs: HandoffState,
  asked: TimedOperation<'read_handoff'>,
  settings: CoordinationSettings,
): ReducerResult {
  const { from: sender, unread_only } = asked.arguments;
  if (sender !== undefined && !settings.agents.includes(sender))
    return rejectOperation(
      'unknown_agent',
      `there is no agent "${sender}"; there are ${settings.agents.slice(0, 20).join(', ')}`,
    );
  if (settings.off.has('handoffs')) return acceptOperation({ handoffs: [], more: 0 });
  const { sent, unread } = handoffs.boxes.get(formatBoxName(asked.agent, sender)) ?? {
    sent: [],
    unread: new Set<number>(),
  };
  const shown = unread_only ? takeFirst(unread, MAX_HANDOFFS_READ) : sent.slice(-MAX_HANDOFFS_READ);
  const read = shown.filter((id) => unread.has(id));
  return acceptOperation(
    {
      handoffs: shown.map((id) => {
        const handoff = handoffs.written[id - 1]!;
        return { ...handoff, unread: unread.has(id), intact: computeHandoffDigest(handoff) === handoff.sha256 };
      }),
      more: (unread_only ? unread.size : sent.length) - shown.length,
    },
    read.length === 0 ? null : { kind: 'handoff_read', at_ms: asked.now_ms, agent: asked.agent, ids: read },
  );
}

/** Applies a written handoff. */
export function applyHandoffWritten(
  handoffs: HandoffState,
  transition: StateTransitionVariant<'handoff_written'>,
): void {
  const { kind: _, agent, recipients, ...content } = transition;
  handoffs.written.push({ ...content, from: agent });
  for (const recipient of recipients) {
    for (const name of [formatBoxName(recipient), formatBoxName(recipient, agent)]) {
      const box = handoffs.boxes.get(name) ?? { sent: [], unread: new Set() };
      box.sent.push(content.id);
      box.unread.add(content.id);
      handoffs.boxes.set(name, box);
    }
  }
}

/** Applies the read of handoffs. */
export function applyHandoffRead(handoffs: HandoffState, { agent, ids }: StateTransitionVariant<'handoff_read'>): void {
  for (const id of ids) {
    const { from: sender } = handoffs.written[id - 1]!;
    for (const name of [formatBoxName(agent), formatBoxName(agent, sender)])
      handoffs.boxes.get(name)!.unread.delete(id);
  }
}
