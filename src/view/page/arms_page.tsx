import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { IndexRow } from '../model/index_row.js';
import type { LoadedRun } from './load_attempt_file.js';
import { formatPageRoute } from './page_route.js';
import { ScrollBox } from './report_blocks.js';
import { computeQuantile, formatCost, formatCount, formatTime, STATE_TEXTS } from './state_texts.js';

/** Page that compares two agents, of one run or of two, task by task. */
export function ArmsPage({ run, names: [left = '', right = ''] }: { run: LoadedRun; names: readonly string[] }) {
  const all = [...run.rows, ...run.others];
  const select = (agent: string) => all.filter((row) => row.agent === agent);
  const tasks = [...new Set([...select(left), ...select(right)].map(({ task }) => task))].sort();
  const pairs = tasks.map((task) => ({
    task,
    sides: [left, right].map((agent) => select(agent).filter((row) => row.task === task)),
  }));
  const both = pairs.filter(({ sides }) => sides.every(({ length }) => length > 0));
  const count = (compare: (a: number, b: number) => boolean) =>
    both.filter(({ sides }) => compare(getShare(sides[0]), getShare(sides[1]))).length;
  return (
    <>
      <p>
        <a href={formatPageRoute('run')}>← Run</a>
      </p>
      <h1>
        {left} and {right}
      </h1>
      <p>
        Of {formatQuantity(both.length, 'common task')} <strong>{left}</strong> passes more often in{' '}
        {count((a, b) => a > b)}, <strong>{right}</strong> in {count((a, b) => a < b)}, and neither in{' '}
        {count((a, b) => a === b)}. Whether that proves a difference is said by the comparisons of the run, or by{' '}
        <code>gatebench compare</code> of two runs.
      </p>
      <ScrollBox label="Tasks of both">
        <table class="arms">
          <thead>
            <tr>
              <th scope="col">Task</th>
              {[left, right].map((agent) => (
                <th scope="col" key={agent} colSpan={4}>
                  {agent}
                </th>
              ))}
            </tr>
            <tr>
              <th scope="col">
                <span class="hidden">Name</span>
              </th>
              {[left, right].flatMap((agent) =>
                ['Trials', 'Time', 'Cost', 'Tokens'].map((head) => (
                  <th scope="col" class={head === 'Trials' ? '' : 'number'} key={`${agent} ${head}`}>
                    {head}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ task, sides }) => (
              <tr key={task} class={getShare(sides[0]) === getShare(sides[1]) ? '' : 'differs'}>
                <th scope="row">
                  <a href={formatPageRoute('run', [], { task })}>{task}</a> <TrialPair sides={sides} />
                </th>
                {sides.map((rows, i) => (
                  <SideCells rows={rows} key={i} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

const getShare = (rows: readonly IndexRow[] = []): number =>
  rows.length === 0 ? 0 : rows.filter(({ state }) => state === 'success').length / rows.length;

/** Link to the comparison of the first attempts of both, if there are any. */
function TrialPair({ sides }: { sides: readonly (readonly IndexRow[])[] }) {
  const ids = sides.flatMap(([first]) => (first === undefined ? [] : [first.id]));
  return ids.length < 2 ? null : (
    <a class="quiet" href={formatPageRoute('compare', ids)}>
      diff
    </a>
  );
}

function SideCells({ rows }: { rows: readonly IndexRow[] }) {
  const median = (key: 'wall_ms' | 'usd' | 'tokens') =>
    computeQuantile(
      rows.flatMap((row) => (row[key] === null ? [] : [row[key]])).sort((a, b) => a - b),
      0.5,
    );
  return (
    <>
      <td>
        <span class="squares">
          {rows.slice(0, 20).map(({ id, state, trial }) => (
            <a
              href={formatPageRoute('attempt', [id])}
              class={STATE_TEXTS[state].tone}
              aria-label={`trial ${trial}: ${STATE_TEXTS[state].word}`}
              key={id}
            >
              {STATE_TEXTS[state].sign}
            </a>
          ))}
        </span>
      </td>
      <td class="number">{formatTime(median('wall_ms'))}</td>
      <td class="number">{formatCost(median('usd'))}</td>
      <td class="number">{formatCount(median('tokens'))}</td>
    </>
  );
}
