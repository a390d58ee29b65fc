import type { TransitionOf } from '../../record/transitions.js';
import { KeyedHeap } from './keyed_heap.js';

/**
 * Where work stands. `waiting`: on other work. `blocked`: something that it depends on failed, so that it is never handed out.
 */
export type WorkStanding = 'waiting' | 'ready' | 'claimed' | 'blocked' | 'done' | 'failed';

export interface Work {
  id: string;
  title: string;
  description: string;
  priority: number;
  depends_on: string[];
  data: unknown;
  submitted_by: string;
  /** Order of submission: work that comes back to the queue takes its old place. */
  place: number;
  standing: WorkStanding;
  /** Work that is not done yet and that this depends on. */
  open_dependencies: number;
  /** Failed work that it depends on, itself or over others. */
  blocked_by: string | null;
  /** Since when it could be claimed. */
  ready_ms: number;
  attempts: number;
  /** Who works on it, or completed it. */
  worker: string | null;
  lease_until_ms: number;
  /** Whose lease of it ran out. */
  lapsed: Set<string>;
  result: unknown;
}

export interface Queue {
  works: Map<string, Work>;
  dependents: Map<string, string[]>;
  ready: KeyedHeap;
  leases: KeyedHeap;
  /** What each agent works on. */
  claims: Map<string, string>;
  counts: Record<WorkStanding, number>;
  /** Leases that ran out. */
  requeued: number;
}

export const noWork = (): Queue => ({
  works: new Map(),
  dependents: new Map(),
  ready: new KeyedHeap(),
  leases: new KeyedHeap(),
  claims: new Map(),
  counts: { waiting: 0, ready: 0, claimed: 0, blocked: 0, done: 0, failed: 0 },
  requeued: 0,
});

/** How work stands that is submitted now. */
export function beginning(queue: Queue, depends_on: readonly string[]) {
  const others = depends_on.map((id) => queue.works.get(id)!);
  const broken = others.find(({ standing }) => standing === 'failed' || standing === 'blocked');
  const open_dependencies = others.filter(({ standing }) => standing !== 'done').length;
  const standing: WorkStanding = broken ? 'blocked' : open_dependencies > 0 ? 'waiting' : 'ready';
  return { standing, open_dependencies, blocked_by: broken ? (broken.blocked_by ?? broken.id) : null };
}

/** Work that waits for this, itself or over others. */
export function dependentsOf(queue: Queue, id: string): string[] {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of queue.dependents.get(next) ?? []) {
      if (found.has(other) || queue.works.get(other)!.standing !== 'waiting') continue;
      found.add(other);
      open.push(other);
    }
  }
  return [...found];
}

export function applySubmitted(queue: Queue, transition: TransitionOf<'work_submitted'>): void {
  const { at_ms, agent, id, title, description, priority, depends_on, data } = transition;
  const work: Work = {
    ...{ id, title, description, priority, depends_on, data },
    ...beginning(queue, depends_on),
    submitted_by: agent,
    place: queue.works.size,
    ready_ms: at_ms,
    attempts: 0,
    worker: null,
    lease_until_ms: 0,
    lapsed: new Set(),
    result: null,
  };
  queue.works.set(id, work);
  queue.counts[work.standing] += 1;
  for (const other of depends_on) {
    const dependents = queue.dependents.get(other);
    if (dependents) dependents.push(id);
    else queue.dependents.set(other, [id]);
  }
  if (work.standing === 'ready') enqueue(queue, work);
}

export function applyClaimed(queue: Queue, { id, agent, attempt, lease_until_ms }: TransitionOf<'work_claimed'>): void {
  const work = queue.works.get(id)!;
  move(queue, work, 'claimed');
  queue.ready.delete(id);
  queue.claims.set(agent, id);
  work.worker = agent;
  work.attempts = attempt;
  lease(queue, work, lease_until_ms);
}

export function applyRenewed(queue: Queue, { id, lease_until_ms }: TransitionOf<'work_renewed'>): void {
  lease(queue, queue.works.get(id)!, lease_until_ms);
}

export function applyCompleted(queue: Queue, transition: TransitionOf<'work_completed'>): void {
  const { id, agent, outcome, result, at_ms } = transition;
  const work = queue.works.get(id)!;
  // Before anything moves: what waits is found by how it stands.
  const blocked = outcome === 'failed' ? dependentsOf(queue, id) : [];
  move(queue, work, outcome);
  work.result = result;
  queue.leases.delete(id);
  queue.claims.delete(agent);
  for (const other of blocked) {
    const dependent = queue.works.get(other)!;
    move(queue, dependent, 'blocked');
    dependent.blocked_by = id;
  }
  if (outcome === 'failed') return;
  for (const other of queue.dependents.get(id) ?? []) {
    const dependent = queue.works.get(other)!;
    dependent.open_dependencies -= 1;
    if (dependent.standing !== 'waiting' || dependent.open_dependencies > 0) continue;
    move(queue, dependent, 'ready');
    dependent.ready_ms = at_ms;
    enqueue(queue, dependent);
  }
}

/** Puts work back whose lease has run out, for somebody else. */
export function settleQueue(queue: Queue, now_ms: number): void {
  for (let next = queue.leases.first(); next && next.rank <= now_ms; next = queue.leases.first()) {
    const work = queue.works.get(next.key)!;
    queue.leases.delete(work.id);
    queue.claims.delete(work.worker!);
    queue.requeued += 1;
    work.lapsed.add(work.worker!);
    work.worker = null;
    work.ready_ms = work.lease_until_ms;
    move(queue, work, 'ready');
    enqueue(queue, work);
  }
}

function enqueue(queue: Queue, { id, priority, place }: Work): void {
  queue.ready.set(id, -priority, place);
}

function lease(queue: Queue, work: Work, until_ms: number): void {
  work.lease_until_ms = until_ms;
  queue.leases.set(work.id, until_ms, work.place);
}

function move(queue: Queue, work: Work, to: WorkStanding): void {
  queue.counts[work.standing] -= 1;
  queue.counts[to] += 1;
  work.standing = to;
}
