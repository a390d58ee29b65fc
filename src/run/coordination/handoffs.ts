import { digestOf } from '../../record/canonical.js';
import type { TransitionOf } from '../../record/transitions.js';
import { type Asked, type Decision, done, failed, full, type Settings } from './decision.js';

import { first } from './first.js';

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

/** Ids of handoffs to an agent, and of those among them that it has not read; both ascending. */
interface Box {
  sent: number[];
  unread: Set<number>;
}

export interface Handoffs {
  written: Handoff[];
  /** One for each agent, and one for each agent and sender. */
  boxes: Map<string, Box>;
}

export const noHandoffs = (): Handoffs => ({ written: [], boxes: new Map() });

/** Names of agents hold no slash. */
const boxName = (agent: string, from?: string) => (from === undefined ? agent : `${agent}/${from}`);

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
  const { sent, unread } = handoffs.boxes.get(boxName(asked.agent, from)) ?? { sent: [], unread: new Set<number>() };
  const told = unread_only ? first(unread, TOLD) : sent.slice(-TOLD);
  const read = told.filter((id) => unread.has(id));
  return done(
    {
      handoffs: told.map((id) => {
        const handoff = handoffs.written[id - 1]!;
        return { ...handoff, unread: unread.has(id), intact: handoffDigest(handoff) === handoff.sha256 };
      }),
      more: (unread_only ? unread.size : sent.length) - told.length,
    },
    read.length === 0 ? null : { kind: 'handoff_read', at_ms: asked.now_ms, agent: asked.agent, ids: read },
  );
}

export function applyWritten(handoffs: Handoffs, transition: TransitionOf<'handoff_written'>): void {
  const { kind: _, agent, recipients, ...said } = transition;
  handoffs.written.push({ ...said, from: agent });
  for (const recipient of recipients) {
    for (const name of [boxName(recipient), boxName(recipient, agent)]) {
      const box = handoffs.boxes.get(name) ?? { sent: [], unread: new Set() };
      box.sent.push(said.id);
      box.unread.add(said.id);
      handoffs.boxes.set(name, box);
    }
  }
}

export function applyRead(handoffs: Handoffs, { agent, ids }: TransitionOf<'handoff_read'>): void {
  for (const id of ids) {
    const { from } = handoffs.written[id - 1]!;
    for (const name of [boxName(agent), boxName(agent, from)]) handoffs.boxes.get(name)!.unread.delete(id);
  }
}
