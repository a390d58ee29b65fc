import type { Protocol } from '../record/pilot.js';
import type { Plan } from '../record/plan.js';

/** A table as RFC 4180 has it, with a header and a line end after every row. */
export function csv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** The randomisation plan: every attempt of the pilot in its order, so that nobody has to derive it again. */
export function orderTable(
  protocol: Pick<Protocol, 'tasks'>,
  stages: readonly { plan: Plan; stage: number }[],
  whole: Pick<Plan, 'attempts'>,
): string {
  const tasks = new Map(protocol.tasks.map((task) => [task.id, task]));
  const stageOf = new Map(
    stages.flatMap(({ plan, stage }) => plan.attempts.map(({ attempt_id }) => [attempt_id, stage])),
  );
  let [block, before] = [0, ''];
  const rows = whole.attempts.map(({ attempt_id, task, arm, trial }, i) => {
    const key = JSON.stringify([task, trial]);
    if (key !== before) block++;
    before = key;
    const { stratum, version } = tasks.get(task)!;
    return [
      String(i + 1),
      String(block),
      task,
      stratum,
      String(trial),
      arm,
      String(stageOf.get(attempt_id)),
      version,
      attempt_id,
    ];
  });
  return csv(['place', 'block', 'task', 'stratum', 'trial', 'arm', 'stage', 'version', 'attempt_id'], rows);
}
