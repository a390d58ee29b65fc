import type { StateTransitionVariant } from '../../../record/events/act_payloads.js';
import { KeyedHeap } from './keyed_heap.js';

/**
 * Standing of a work item. `waiting`: for other items. `blocked`: an item that it depends on failed, so it is never
 * handed out.
 */
type WorkItemStanding = 'waiting' | 'ready' | 'claimed' | 'blocked' | 'done' | 'failed';

/** Item of the work queue. */
export interface WorkItem {
  id: string;
  title: string;
  description: string;
  priority: number;
  depends_on: string[];
  data: unknown;
  submitted_by: string;
  /** Only agent that may take it; null = any. */
  assignee: string | null;
  /** Order of submission; an item that comes back to the queue takes its old place. */
  place: number;
  standing: WorkItemStanding;
  /** Number of unfinished items that this one depends on. */
  open_dependencies: number;
  /** Failed item that it depends on, directly or not. */
  blocked_by: string | null;
  /** Time since which it could be claimed. */
  ready_ms: number;
  attempts: number;
  /** Agent that works on it or completed it. */
  worker: string | null;
  lease_until_ms: number;
  /** Agents whose lease of it expired. */
  lapsed: Set<string>;
  result: unknown;
}

/** State of the work queue. */
export interface WorkQueue {
  works: Map<string, WorkItem>;
  dependents: Map<string, string[]>;
  ready: KeyedHeap;
  leases: KeyedHeap;
  /** Item that each agent works on. */
  claims: Map<string, string>;
  counts: Record<WorkItemStanding, number>;
  /** Number of expired leases. */
  requeued: number;
}

/** Creates an empty work queue. */
export const createWorkQueue = (): WorkQueue => ({
  works: new Map(),
  dependents: new Map(),
  ready: new KeyedHeap(),
  leases: new KeyedHeap(),
  claims: new Map(),
  counts: { waiting: 0, ready: 0, claimed: 0, blocked: 0, done: 0, failed: 0 },
  requeued: 0,
});

/** Computes the standing of an item that is submitted now. */
export function computeInitialStanding(queue: WorkQueue, depends_on: readonly string[]) {
  const dependencies = depends_on.map((id) => queue.works.get(id)!);
  const broken = dependencies.find(({ standing }) => standing === 'failed' || standing === 'blocked');
  const open_dependencies = dependencies.filter(({ standing }) => standing !== 'done').length;
  const standing: WorkItemStanding = broken ? 'blocked' : open_dependencies > 0 ? 'waiting' : 'ready';
  return { standing, open_dependencies, blocked_by: broken ? (broken.blocked_by ?? broken.id) : null };
}

/** Finds the items that wait for this one, directly or not. */
export function findDependents(queue: WorkQueue, id: string): string[] {
  const dependents = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const dependent of queue.dependents.get(next) ?? []) {
      if (dependents.has(dependent) || queue.works.get(dependent)!.standing !== 'waiting') continue;
      dependents.add(dependent);
      open.push(dependent);
    }
  }
  return [...dependents];
}

/** Applies the submission of an item. */
export function applyWorkSubmitted(queue: WorkQueue, transition: StateTransitionVariant<'work_submitted'>): void {
  const { at_ms, agent, id, title, description, priority, depends_on, data, assignee } = transition;
  const work: WorkItem = {
    ...{ id, title, description, priority, depends_on, data },
    ...computeInitialStanding(queue, depends_on),
    submitted_by: agent,
    assignee: assignee ?? null,
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
  for (const dependency of depends_on) {
    const dependents = queue.dependents.get(dependency);
    if (dependents) dependents.push(id);
    else queue.dependents.set(dependency, [id]);
  }
  if (work.standing === 'ready') enqueueWork(queue, work);
}

/** Applies the claim of an item. */
export function applyWorkClaimed(
  queue: WorkQueue,
  { id, agent, attempt, lease_until_ms }: StateTransitionVariant<'work_claimed'>,
): void {
  const work = queue.works.get(id)!;
  changeStanding(queue, work, 'claimed');
  queue.ready.delete(id);
  queue.claims.set(agent, id);
  work.worker = agent;
  work.attempts = attempt;
  setLease(queue, work, lease_until_ms);
}

/** Applies the renewal of a lease. */
export function applyWorkRenewed(
  queue: WorkQueue,
  { id, lease_until_ms }: StateTransitionVariant<'work_renewed'>,
): void {
  setLease(queue, queue.works.get(id)!, lease_until_ms);
}

/** Applies the completion of an item, and updates the items that depend on it. */
export function applyWorkCompleted(queue: WorkQueue, transition: StateTransitionVariant<'work_completed'>): void {
  const { id, agent, outcome, result, at_ms } = transition;
  const work = queue.works.get(id)!;
  // Found before any item moves, since waiting items are recognised by their standing.
  const blocked = outcome === 'failed' ? findDependents(queue, id) : [];
  changeStanding(queue, work, outcome);
  work.result = result;
  queue.leases.delete(id);
  queue.claims.delete(agent);
  for (const dependent_id of blocked) {
    const dependent = queue.works.get(dependent_id)!;
    changeStanding(queue, dependent, 'blocked');
    dependent.blocked_by = id;
  }
  if (outcome === 'failed') return;
  for (const dependent_id of queue.dependents.get(id) ?? []) {
    const dependent = queue.works.get(dependent_id)!;
    dependent.open_dependencies -= 1;
    if (dependent.standing !== 'waiting' || dependent.open_dependencies > 0) continue;
    changeStanding(queue, dependent, 'ready');
    dependent.ready_ms = at_ms;
    enqueueWork(queue, dependent);
  }
}

/** Returns items with an expired lease to the queue. */
export function expireLeases(queue: WorkQueue, now_ms: number): void {
  for (let next = queue.leases.first(); next && next.rank <= now_ms; next = queue.leases.first()) {
    const work = queue.works.get(next.key)!;
    queue.leases.delete(work.id);
    queue.claims.delete(work.worker!);
    queue.requeued += 1;
    work.lapsed.add(work.worker!);
    work.worker = null;
    work.ready_ms = work.lease_until_ms;
    changeStanding(queue, work, 'ready');
    enqueueWork(queue, work);
  }
}

function enqueueWork(queue: WorkQueue, { id, priority, place }: WorkItem): void {
  queue.ready.set(id, -priority, place);
}

function setLease(queue: WorkQueue, work: WorkItem, until_ms: number): void {
  work.lease_until_ms = until_ms;
  queue.leases.set(work.id, until_ms, work.place);
}

function changeStanding(queue: WorkQueue, work: WorkItem, to: WorkItemStanding): void {
  queue.counts[work.standing] -= 1;
  queue.counts[to] += 1;
  work.standing = to;
}
