import { plan } from './plan.js';

/** Runs the targets and what they need, one at a time. See the README. */
export async function run(tasks, targets, { exec, onDone = () => {} }) {
  const order = plan(tasks, targets);
  const results = new Map(order.map((name) => [name, 'skipped']));
  for (const name of order) {
    const { ok, output } = await exec(tasks.get(name));
    results.set(name, ok ? 'ok' : 'failed');
    onDone(name, results.get(name), output);
    if (!ok) break;
  }
  return results;
}
