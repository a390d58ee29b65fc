import type { TransitionOf } from '../../record/transitions.js';
import { type Asked, type Decision, done, failed, full, type Settings, shownSpan } from './decision.js';
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

/** So much of what came of earlier work is told with work that depends on it. */
const TOLD_DEPENDENCIES = 20;

export function decideSubmit(queue: Queue, asked: Asked<'submit_work'>, settings: Settings): Decision {
  const { title, description, priority, data } = asked.arguments;
  if (settings.off.has('queue')) return done({ queued: false });
  const { waiting, ready, claimed, blocked } = queue.counts;
  if (waiting + ready + claimed + blocked >= settings.live) return full('works that are not finished', settings.live);
  const id = asked.arguments.id ?? freshId(queue);
  if (queue.works.has(id)) return failed('malformed_request', `there is work "${id}" already; take another id`);
  const depends_on = [...new Set(asked.arguments.depends_on)];
  if (depends_on.includes(id)) return failed('malformed_request', `work "${id}" cannot depend on itself`);
  // Only earlier work can be named, so that work never waits in a circle.
  const unknown = depends_on.find((other) => !queue.works.has(other));
  if (unknown !== undefined)
    return failed('unknown_work', `there is no work "${unknown}" to depend on; submit it before "${id}"`);
  const { standing, blocked_by } = beginning(queue, depends_on);
  return done(
    { id, standing, ...(blocked_by === null ? {} : { blocked_by }) },
    {
      kind: 'work_submitted',
      at_ms: asked.now_ms,
      agent: asked.agent,
      id,
      title,
      description,
      priority,
      depends_on,
      data: data ?? null,
    },
  );
}

function freshId(queue: Queue): string {
  for (let n = queue.works.size + 1; ; n++) if (!queue.works.has(`work-${n}`)) return `work-${n}`;
}

function beginning(queue: Queue, depends_on: readonly string[]) {
  const others = depends_on.map((id) => queue.works.get(id)!);
  const broken = others.find(({ standing }) => standing === 'failed' || standing === 'blocked');
  const open_dependencies = others.filter(({ standing }) => standing !== 'done').length;
  const standing: WorkStanding = broken ? 'blocked' : open_dependencies > 0 ? 'waiting' : 'ready';
  return { standing, open_dependencies, blocked_by: broken ? (broken.blocked_by ?? broken.id) : null };
}

/** An agent works on one thing: asked again before it has completed that, it is given the same, and its lease anew. */
export function decideGet(queue: Queue, asked: Asked<'get_work'>, settings: Settings): Decision {
  if (settings.off.has('queue')) return done({ work: null });
  const { now_ms: at_ms, agent } = asked;
  const lease_until_ms = at_ms + settings.lease_ms;
  const own = queue.claims.get(agent);
  const id = own ?? queue.ready.first()?.key;
  if (id === undefined) {
    const { waiting, claimed, blocked } = queue.counts;
    return done({ work: null, waiting, claimed, blocked });
  }
  const work = queue.works.get(id)!;
  const attempt = own === undefined ? work.attempts + 1 : work.attempts;
  return done(
    { work: { ...toldWork(queue, work), attempt, lease_ms: settings.lease_ms, renewed: own !== undefined } },
    own === undefined
      ? { kind: 'work_claimed', at_ms, agent, id, attempt, ready_ms: work.ready_ms, lease_until_ms }
      : { kind: 'work_renewed', at_ms, agent, id, lease_until_ms },
  );
}

function toldWork(queue: Queue, { id, title, description, priority, depends_on, data, submitted_by }: Work) {
  const dependencies = depends_on.slice(0, TOLD_DEPENDENCIES).map((other) => {
    const { worker, result } = queue.works.get(other)!;
    return { id: other, completed_by: worker, result };
  });
  return { id, title, description, priority, data, submitted_by, depends_on, dependencies };
}

export function decideComplete(queue: Queue, asked: Asked<'complete_work'>, settings: Settings): Decision {
  const { id, outcome, result } = asked.arguments;
  if (settings.off.has('queue')) return done({ id, recorded: false });
  const work = queue.works.get(id);
  if (!work) return failed('unknown_work', `there is no work "${id}"`);
  if (queue.claims.get(asked.agent) !== id) {
    if (work.standing === 'done' || work.standing === 'failed')
      return failed('not_claimed', `work "${id}" was completed already, by ${work.worker}`);
    if (work.lapsed.has(asked.agent))
      return failed(
        'lease_expired',
        `your lease of work "${id}" ran out after ${shownSpan(settings.lease_ms)}: ${now(work)}`,
      );
    return failed('not_claimed', `you did not take work "${id}": ${now(work)}`);
  }
  const blocked = outcome === 'failed' ? dependentsOf(queue, id) : [];
  return done(
    { id, outcome, ...(blocked.length > 0 ? { blocked: blocked.slice(0, 50), blocked_count: blocked.length } : {}) },
    { kind: 'work_completed', at_ms: asked.now_ms, agent: asked.agent, id, outcome, result: result ?? null },
  );
}

const now = ({ standing, worker }: Work) =>
  standing === 'claimed' ? `${worker} works on it now` : `it is in the queue (${standing})`;

/** Work that waits for this, itself or over others. */
function dependentsOf(queue: Queue, id: string): string[] {
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
