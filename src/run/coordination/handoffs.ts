import { digestOf } from '../../record/canonical.js';
import type { TransitionOf } from '../../record/transitions.js';
import { type Asked, type Decision, done, failed, full, type Settings } from './decision.js';

/** What one agent leaves to another. Once written it never changes: `sha256` is over all of it. */
export interface Handoff {
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

export interface Handoffs {
  written: Handoff[];
  /** For each agent the ids that it was sent, and those of them that it has not read yet; both ascending. */
  sent: Map<string, number[]>;
  unread: Map<string, Set<number>>;
}

export const noHandoffs = (): Handoffs => ({ written: [], sent: new Map(), unread: new Map() });

/** So many are told at a time. */
const TOLD = 20;

/** Digest over everything that a handoff says. */
export function handoffDigest({ sha256: _, ...said }: Handoff): string {
  return digestOf(said);
}

export function decideWrite(handoffs: Handoffs, asked: Asked<'write_handoff'>, settings: Settings): Decision {
  const { to, notes, ...rest } = asked.arguments;
  if (to !== '*' && !settings.agents.includes(to))
    return failed('unknown_agent', `there is no agent "${to}"; there are ${settings.agents.slice(0, 20).join(', ')}`);
  if (settings.off.has('handoffs')) return done({ delivered: false });
  if (handoffs.written.length >= settings.live) return full('handoffs', settings.live);
  const recipients = to === '*' ? settings.agents.filter((agent) => agent !== asked.agent) : [to];
  const id = handoffs.written.length + 1;
  const said = { ...rest, id, from: asked.agent, to, at_ms: asked.now_ms, operation: asked.id, notes: notes ?? null };
  const { from: agent, ...content } = { ...said, sha256: handoffDigest({ ...said, sha256: '' }) };
  return done({ id, recipients, sha256: content.sha256 }, { kind: 'handoff_written', agent, recipients, ...content });
}

/** Unread ones come from the first on, so that none is passed over; of all of them the newest are told. In order of writing. */
export function decideRead(handoffs: Handoffs, asked: Asked<'read_handoff'>, settings: Settings): Decision {
  const { from, unread_only } = asked.arguments;
  if (from !== undefined && !settings.agents.includes(from))
    return failed('unknown_agent', `there is no agent "${from}"; there are ${settings.agents.slice(0, 20).join(', ')}`);
  if (settings.off.has('handoffs')) return done({ handoffs: [], more: 0 });
  const unread = handoffs.unread.get(asked.agent) ?? new Set<number>();
  const ids = unread_only ? [...unread] : (handoffs.sent.get(asked.agent) ?? []);
  const fitting = ids.filter((id) => from === undefined || handoffs.written[id - 1]!.from === from);
  const told = unread_only ? fitting.slice(0, TOLD) : fitting.slice(-TOLD);
  const read = told.filter((id) => unread.has(id));
  return done(
    {
      handoffs: told.map((id) => {
        const handoff = handoffs.written[id - 1]!;
        return { ...handoff, unread: unread.has(id), intact: handoffDigest(handoff) === handoff.sha256 };
      }),
      more: fitting.length - told.length,
    },
    read.length === 0 ? null : { kind: 'handoff_read', at_ms: asked.now_ms, agent: asked.agent, ids: read },
  );
}

export function applyWritten(handoffs: Handoffs, transition: TransitionOf<'handoff_written'>): void {
  const { kind: _, agent, recipients, ...said } = transition;
  handoffs.written.push({ ...said, from: agent });
  for (const recipient of recipients) {
    handoffs.sent.set(recipient, pushed(handoffs.sent.get(recipient), said.id));
    handoffs.unread.set(recipient, (handoffs.unread.get(recipient) ?? new Set()).add(said.id));
  }
}

export function applyRead(handoffs: Handoffs, { agent, ids }: TransitionOf<'handoff_read'>): void {
  const unread = handoffs.unread.get(agent);
  for (const id of ids) unread?.delete(id);
}

function pushed(ids: number[] = [], id: number): number[] {
  ids.push(id);
  return ids;
}
