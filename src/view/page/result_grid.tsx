import { useState } from 'preact/hooks';
import type { IndexRow } from '../model/index_row.js';
import { formatPageRoute } from './page_route.js';
import { ScrollBox } from './report_blocks.js';
import { STATE_TEXTS } from './state_texts.js';

const TASKS_SHOWN = 20;
const SQUARES = 12;

/** Matrix of tasks and agents: each cell shows its trials, and filters the list below. */
export function ResultGrid({ rows, query }: { rows: readonly IndexRow[]; query: Readonly<Record<string, string>> }) {
  const [is_whole, setWhole] = useState(false);
  const agents = [...new Set(rows.map(({ agent }) => agent))].sort();
  const cells = new Map<string, Map<string, IndexRow[]>>();
  for (const row of rows) {
    const line = cells.get(row.task) ?? new Map<string, IndexRow[]>();
    cells.set(row.task, line);
    const cell = line.get(row.agent);
    if (cell === undefined) line.set(row.agent, [row]);
    else cell.push(row);
  }
  const tasks = [...cells].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  if (agents.length > 30 || (tasks.length < 2 && agents.length < 2)) return null;
  return (
    <section aria-labelledby="grid">
      <h2 id="grid">Tasks and agents</h2>
      <ScrollBox label="Tasks and agents">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Task</th>
              {agents.map((agent) => (
                <th scope="col" key={agent}>
                  <a href={formatPageRoute('run', [], { ...query, agent, task: '' })}>{agent}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(is_whole ? tasks : tasks.slice(0, TASKS_SHOWN)).map(([task, line]) => (
              <tr key={task}>
                <th scope="row">
                  <a href={formatPageRoute('run', [], { ...query, task, agent: '' })}>{task}</a>
                </th>
                {agents.map((agent) => (
                  <td key={agent}>
                    <GridCell
                      rows={line.get(agent) ?? []}
                      href={formatPageRoute('run', [], { ...query, task, agent })}
                      label={`${task}, ${agent}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {tasks.length > TASKS_SHOWN && !is_whole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {tasks.length} tasks
        </button>
      )}
    </section>
  );
}

function GridCell({ rows, href, label }: { rows: readonly IndexRow[]; href: string; label: string }) {
  if (rows.length === 0) return <span class="quiet">–</span>;
  const passes = rows.filter(({ state }) => state === 'success').length;
  const sorted = [...rows].sort((a, b) => a.trial - b.trial);
  const [only] = rows;
  const target = rows.length === 1 && only !== undefined ? formatPageRoute('attempt', [only.id]) : href;
  return (
    <a class="cell" href={target} aria-label={`${passes}/${rows.length} passed: ${label}`}>
      {rows.length <= SQUARES && (
        <span class="squares" aria-hidden="true">
          {sorted.map(({ id, state }) => (
            <i class={STATE_TEXTS[state].tone} key={id}>
              {STATE_TEXTS[state].sign}
            </i>
          ))}
        </span>
      )}
      {rows.length > 1 && (
        <span class="share">
          {passes}/{rows.length}
        </span>
      )}
    </a>
  );
}
