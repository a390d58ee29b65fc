import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  acceptOperation,
  type CoordinationSettings,
  formatSpan,
  type ReducerResult,
  rejectOperation,
  rejectOverLimit,
  type TimedOperation,
} from './reducer_result.js';
import { computeInitialStanding, findDependents, type WorkItem, type WorkQueue } from './work_queue.js';

/** Maximum number of dependencies whose results are shown with an item. */
const MAX_DEPENDENCIES_SHOWN = 20;

/** Decides the submission of an item. */
export function decideSubmitWork(
  queue: WorkQueue,
  asked: TimedOperation<'submit_work'>,
  settings: CoordinationSettings,
): ReducerResult {
  const { title, description, priority, data, assignee } = asked.arguments;
  if (assignee !== undefined && !settings.agents.includes(assignee))
    return rejectOperation(
      'unknown_agent',
      `there is no agent "${assignee}"; there are ${settings.agents.slice(0, 20).join(', ')}`,
    );
  if (settings.off.has('queue')) return acceptOperation({ queued: false });
  const { waiting, ready, claimed, blocked } = queue.counts;
  if (waiting + ready + claimed + blocked >= settings.live)
    return rejectOverLimit('works that are not finished', settings.live);
  const id = asked.arguments.id ?? createWorkId(queue);
  if (queue.works.has(id))
    return rejectOperation('malformed_request', `there is work "${id}" already; take another id`);
  const depends_on = [...new Set(asked.arguments.depends_on)];
  if (depends_on.includes(id)) return rejectOperation('malformed_request', `work "${id}" cannot depend on itself`);
  // Only earlier work can be named, so dependencies have no cycle.
  const unknown = depends_on.find((other) => !queue.works.has(other));
  if (unknown !== undefined)
    return rejectOperation('unknown_work', `there is no work "${unknown}" to depend on; submit it before "${id}"`);
  const { standing, blocked_by } = computeInitialStanding(queue, depends_on);
  return acceptOperation(
    { id, standing, ...omitUndefined({ blocked_by: blocked_by ?? undefined }) },
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
      ...omitUndefined({ assignee }),
    },
  );
}

function createWorkId(queue: WorkQueue): string {
  for (let n = queue.works.size + 1; ; n++) if (!queue.works.has(`work-${n}`)) return `work-${n}`;
}

/** Decides a claim. An agent that has not completed its item gets it again with a new lease. */
export function decideGetWork(
  queue: WorkQueue,
  asked: TimedOperation<'get_work'>,
  settings: CoordinationSettings,
): ReducerResult {
  if (settings.off.has('queue')) return acceptOperation({ work: null });
  const { now_ms: at_ms, agent } = asked;
  const lease_until_ms = at_ms + settings.lease_ms;
  const claim = queue.claims.get(agent);
  const id = claim ?? findReadyWork(queue, agent, settings);
  if (id === undefined) {
    const { waiting, claimed, blocked } = queue.counts;
    return acceptOperation({ work: null, waiting, claimed, blocked });
  }
  const work = queue.works.get(id)!;
  const attempt = claim === undefined ? work.attempts + 1 : work.attempts;
  return acceptOperation(
    { work: { ...describeWork(queue, work), attempt, lease_ms: settings.lease_ms, renewed: claim !== undefined } },
    claim === undefined
      ? { kind: 'work_claimed', at_ms, agent, id, attempt, ready_ms: work.ready_ms, lease_until_ms }
      : { kind: 'work_renewed', at_ms, agent, id, lease_until_ms },
  );
}

/** Finds the first item that this agent may take: by its assignee, and by the contract's topology. */
function findReadyWork(queue: WorkQueue, agent: string, { paths }: CoordinationSettings): string | undefined {
  const mayTake = (id: string) => {
    const { assignee, submitted_by } = queue.works.get(id)!;
    return (assignee === null || assignee === agent) && (paths?.mayPassWork(submitted_by, agent) ?? true);
  };
  const first = queue.ready.first()?.key;
  return first === undefined || mayTake(first) ? first : queue.ready.find(mayTake)?.key;
}

function describeWork(
  queue: WorkQueue,
  { id, title, description, priority, depends_on, data, submitted_by }: WorkItem,
) {
  const dependencies = depends_on.slice(0, MAX_DEPENDENCIES_SHOWN).map((other) => {
    const { worker, result } = queue.works.get(other)!;
    return { id: other, completed_by: worker, result };
  });
  return { id, title, description, priority, data, submitted_by, depends_on, dependencies };
}

/** Decides the completion of an item. */
export function decideCompleteWork(
  queue: WorkQueue,
  asked: TimedOperation<'complete_work'>,
  settings: CoordinationSettings,
): ReducerResult {
  const { id, outcome, result } = asked.arguments;
  if (settings.off.has('queue')) return acceptOperation({ id, recorded: false });
  const work = queue.works.get(id);
  if (!work) return rejectOperation('unknown_work', `there is no work "${id}"`);
  if (queue.claims.get(asked.agent) !== id) {
    if (work.standing === 'done' || work.standing === 'failed')
      return rejectOperation('not_claimed', `work "${id}" was completed already, by ${work.worker}`);
    if (work.lapsed.has(asked.agent))
      return rejectOperation(
        'lease_expired',
        `your lease of work "${id}" ran out after ${formatSpan(settings.lease_ms)}: ${describeCurrentStanding(work)}`,
      );
    return rejectOperation('not_claimed', `you did not take work "${id}": ${describeCurrentStanding(work)}`);
  }
  const blocked = outcome === 'failed' ? findDependents(queue, id) : [];
  return acceptOperation(
    { id, outcome, ...(blocked.length > 0 ? { blocked: blocked.slice(0, 50), blocked_count: blocked.length } : {}) },
    { kind: 'work_completed', at_ms: asked.now_ms, agent: asked.agent, id, outcome, result: result ?? null },
  );
}

const describeCurrentStanding = ({ standing, worker }: WorkItem) =>
  standing === 'claimed' ? `${worker} works on it now` : `it is in the queue (${standing})`;
