import { nice, ticks } from 'd3-array';
import type { IndexRow } from '../model/index_row.js';
import { ScrollBox } from './report_blocks.js';
import { computeQuantile, formatCost, formatCount, formatTime } from './state_texts.js';

interface Measure {
  name: string;
  key: 'wall_ms' | 'usd' | 'tokens';
  format: (value: number | null) => string;
}

const MEASURES: readonly Measure[] = [
  { name: 'Time', key: 'wall_ms', format: formatTime },
  { name: 'Cost', key: 'usd', format: formatCost },
  { name: 'Tokens', key: 'tokens', format: formatCount },
];
const AGENTS = 6;
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [300, 130, 4, 6, 22];
const TICKS = 3;

/** Small plots of time, cost and tokens by agent, each with its figures in a table beside it. */
export function MeasurePlots({ rows }: { rows: readonly IndexRow[] }) {
  const agents = [...new Set(rows.map(({ agent }) => agent))].sort();
  const shown = MEASURES.filter(({ key }) => rows.some((row) => (row[key] ?? 0) > 0));
  if (shown.length === 0 || rows.length < 4) return null;
  return (
    <section aria-labelledby="measures">
      <h2 id="measures">Time, cost, tokens</h2>
      <p class="quiet">Each line shows the share of an agent's attempts that took at most so much.</p>
      <div class="plots">
        {shown.map((measure) => (
          <MeasurePlot key={measure.key} measure={measure} rows={rows} agents={agents} />
        ))}
      </div>
    </section>
  );
}

function MeasurePlot({
  measure: { name, key, format },
  rows,
  agents,
}: {
  measure: Measure;
  rows: readonly IndexRow[];
  agents: readonly string[];
}) {
  const series = agents.map((agent) => ({
    agent,
    values: rows.flatMap((row) => (row.agent === agent && row[key] !== null ? [row[key]] : [])).sort((a, b) => a - b),
  }));
  const most = Math.max(...series.map(({ values }) => values.at(-1) ?? 0), 1e-9);
  const [, end] = nice(0, most, TICKS);
  const x = (value: number) => LEFT + (value / end) * (WIDTH - 2 * LEFT);
  const y = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  const toPath = (values: readonly number[]) =>
    toSteps(values, end)
      .map(([value, share], i) => (i === 0 ? `M${x(value)} ${y(share)}` : `H${x(value)}V${y(share)}`))
      .join('');
  const marks = ticks(0, end, TICKS);
  const drawn = series.slice(0, AGENTS);
  return (
    <figure>
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${name} by agent; the table has the figures`}>
        <line class="axis" x1={LEFT} x2={WIDTH - LEFT} y1={y(0)} y2={y(0)} />
        <line class="half" x1={LEFT} x2={WIDTH - LEFT} y1={y(0.5)} y2={y(0.5)} />
        {marks.map((tick, i) => (
          <text x={x(tick)} y={HEIGHT - 6} text-anchor={getAnchor(i, marks.length)} key={tick}>
            {format(tick)}
          </text>
        ))}
        {drawn.map(({ agent, values }, i) => (
          <path class={`curve c${i}`} d={toPath(values)} key={agent} />
        ))}
      </svg>
      <ScrollBox label={`${name} by agent`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col" class="number">
                Median
              </th>
              <th scope="col" class="number">
                90 %
              </th>
              <th scope="col" class="number">
                Sum
              </th>
            </tr>
          </thead>
          <tbody>
            {series.map(({ agent, values }, i) => (
              <tr key={agent}>
                <th scope="row">
                  {i < AGENTS && <i class={`key c${i}`} aria-hidden="true" />} {agent}
                </th>
                <td class="number">{format(computeQuantile(values, 0.5))}</td>
                <td class="number">{format(computeQuantile(values, 0.9))}</td>
                <td class="number">{values.length === 0 ? '–' : format(values.reduce((sum, one) => sum + one, 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </figure>
  );
}

function getAnchor(i: number, count: number): 'start' | 'middle' | 'end' {
  if (i === 0) return 'start';
  return i === count - 1 ? 'end' : 'middle';
}

/** Creates the steps of a share, at most 200: more cannot be seen. */
function toSteps(values: readonly number[], end: number): [number, number][] {
  const stride = Math.max(1, Math.floor(values.length / 200));
  const steps = values
    .map((value, i): [number, number] => [value, (i + 1) / values.length])
    .filter((_, i) => i % stride === 0 || i === values.length - 1);
  return values.length === 0 ? [] : [[0, 0], ...steps, [end, 1]];
}
