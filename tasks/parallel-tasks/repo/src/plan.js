import { KnotError } from './error.js';

/** The names that the targets need, dependencies first. Throws a KnotError for unknown names and cycles. */
export function plan(tasks, targets) {
  const order = [];
  const state = new Map();
  const path = [];

  const visit = (name, wantedBy) => {
    const task = tasks.get(name);
    if (!task) throw new KnotError(`unknown task ${name}`, wantedBy?.line);
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      throw new KnotError(`cycle: ${[...path.slice(path.indexOf(name)), name].join(' -> ')}`, task.line);
    }
    state.set(name, 'open');
    path.push(name);
    for (const need of task.needs) visit(need, task);
    path.pop();
    state.set(name, 'done');
    order.push(name);
  };

  for (const target of targets) visit(target);
  return order;
}
