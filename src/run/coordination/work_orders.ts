import { type Asked, type Decision, done, failed, full, type Settings, shownSpan } from './decision.js';
import { beginning, dependentsOf, type Queue, type Work } from './queue.js';

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
