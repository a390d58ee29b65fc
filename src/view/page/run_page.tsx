import { type AttemptFilter, readAttemptFilter, selectRows } from './attempt_filter.js';
import { AttemptList } from './attempt_list.js';
import type { LoadedRun } from './load_attempt_file.js';
import { MeasurePlots } from './measure_plots.js';
import { formatPageRoute, type PageRoute } from './page_route.js';
import { Notices, ReportBlocks, RichLine } from './report_blocks.js';
import { ResultGrid } from './result_grid.js';
import { SectionList } from './section_list.js';

/** Signs beside the verdict, which its words say too. */
const SIGNS: Record<LoadedRun['tone'], string> = { good: '✓', bad: '✕', doubt: '!', plain: '…' };

/** Page of a run: verdict, matrix, attempts, what stands behind them. */
export function RunPage({ run, route }: { run: LoadedRun; route: PageRoute }) {
  const filter = readAttemptFilter(route.query, run.rows.length);
  const query = { ...Object.fromEntries(route.query) };
  const setFilter = (change: Partial<AttemptFilter>) => {
    // Letters of a search make no steps of the history.
    window.history.replaceState(null, '', formatPageRoute('run', [], { ...query, ...change }));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const listAgents = (rows: LoadedRun['rows']) => [...new Set(rows.map(({ agent }) => agent))].sort();
  const [agents, other_agents] = [listAgents(run.rows), listAgents(run.others)];
  return (
    <>
      <h1 class={run.tone}>
        <span class={`mark ${run.tone}`} aria-hidden="true">
          <i>{SIGNS[run.tone]}</i>
        </span>{' '}
        {run.title}
      </h1>
      <p class="quiet">
        <RichLine text={run.identity} />
      </p>
      {run.rate !== '' && <p class="sentence">{run.rate}</p>}
      {run.live && <Progress run={run} />}
      {run.reasons.length > 0 && (
        <ul class="reasons">
          {run.reasons.map((reason, i) => (
            <li key={i}>
              <RichLine text={reason} />
            </li>
          ))}
        </ul>
      )}
      <dl class="figures">
        {run.figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ReportBlocks blocks={run.answers} />
      <Notices items={run.notes} />
      <ResultGrid rows={run.rows} query={query} />
      {agents.length + other_agents.length > 1 && (
        <ArmChooser agents={[...agents, ...other_agents]} second={other_agents[0] ?? agents[1]} />
      )}
      <AttemptList rows={run.rows} filter={filter} onFilter={setFilter} />
      <MeasurePlots rows={filter.q + filter.task + filter.state === '' ? run.rows : selectRows(run.rows, filter)} />
      <SectionList sections={run.sections} />
    </>
  );
}

function Progress({ run }: { run: LoadedRun }) {
  const finished = run.rows.filter(({ state }) => state !== 'running').length;
  const under_way = run.rows.length - finished;
  return (
    <p>
      <progress value={finished} max={run.planned} aria-label="Finished attempts" />{' '}
      <span class="quiet">
        {finished} of {run.planned} finished, {under_way} under way
      </span>
    </p>
  );
}

function ArmChooser({ agents, second }: { agents: readonly string[]; second: string | undefined }) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    window.location.hash = formatPageRoute('arms', [String(data.get('left')), String(data.get('right'))]);
  };
  return (
    <form class="filters" onSubmit={onSubmit}>
      {(['left', 'right'] as const).map((side, i) => (
        <label key={side}>
          <span>{side === 'left' ? 'Compare' : 'with'}</span>
          <select name={side}>
            {agents.map((agent, n) => (
              <option value={agent} selected={i === 0 ? n === 0 : agent === second} key={agent}>
                {agent}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button type="submit">Side by side</button>
    </form>
  );
}
