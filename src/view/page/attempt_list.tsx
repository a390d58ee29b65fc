import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { IndexRow } from '../model/index_row.js';
import { type AttemptFilter, groupRows, type RowGroup, selectRows } from './attempt_filter.js';
import { formatPageRoute } from './page_route.js';
import { computeQuantile, formatCost, formatCount, formatTime, STATE_TEXTS } from './state_texts.js';

const ROW_HEIGHT = 38;
/** Rows beyond both ends of the window that are there already. */
const MARGIN = 12;
/** So many attempts need no folding. */
const OPEN_ROWS = 40;

type ListEntry = { group: RowGroup; is_open: boolean } | { row: IndexRow };

const COLUMNS: [sort: string, head: string, classes: string][] = [
  ['state', 'Result', ''],
  ['task', 'Task', ''],
  ['agent', 'Agent', ''],
  ['trial', 'Trial', 'number minor'],
  ['gates', 'Gates', 'minor'],
  ['', 'Why', 'why minor'],
  ['time', 'Time', 'number'],
  ['cost', 'Cost', 'number minor'],
  ['tokens', 'Tokens', 'number minor'],
];

/** List of attempts: filtered, sorted, grouped; only the rows in sight are in the document. */
export function AttemptList({
  rows,
  filter,
  onFilter,
}: {
  rows: readonly IndexRow[];
  filter: AttemptFilter;
  onFilter: (change: Partial<AttemptFilter>) => void;
}) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => selectRows(rows, filter), [rows, filter]);
  const entries = useMemo(() => toEntries(chosen, filter.group, toggled), [chosen, filter.group, toggled]);
  const body = useRef<HTMLTableSectionElement>(null);
  const [first, last] = useWindowRange(body, entries.length);
  const toggle = (name: string) => {
    const next = new Set(toggled);
    if (!next.delete(name)) next.add(name);
    setToggled(next);
  };
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {rows.length > 1 && <FilterBar rows={rows} filter={filter} onFilter={onFilter} shown={chosen.length} />}
      <table class="list" aria-rowcount={entries.length + 1}>
        <caption class="hidden">Attempts</caption>
        <thead>
          <tr>
            {COLUMNS.map(([sort, head, classes]) => (
              <HeadCell key={head} {...{ sort, head, classes, filter, onFilter }} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {first > 0 && <tr aria-hidden="true" style={{ height: `${first * ROW_HEIGHT}px` }} />}
          {entries
            .slice(first, last)
            .map((entry, i) =>
              'row' in entry ? (
                <AttemptLine key={entry.row.id} row={entry.row} number={first + i + 2} />
              ) : (
                <GroupLine key={`group ${entry.group.name}`} {...entry} onToggle={toggle} number={first + i + 2} />
              ),
            )}
          {last < entries.length && (
            <tr aria-hidden="true" style={{ height: `${(entries.length - last) * ROW_HEIGHT}px` }} />
          )}
        </tbody>
      </table>
      {chosen.length === 0 && <p class="quiet">No attempt fits. Clear the filters to see all {rows.length}.</p>}
    </section>
  );
}

/** Puts groups and their rows into one list. A single group is open from the beginning, and so are few attempts. */
function toEntries(rows: readonly IndexRow[], group: string, toggled: ReadonlySet<string>): ListEntry[] {
  if (group === 'none') return rows.map((row) => ({ row }));
  const groups = groupRows(rows, group);
  const are_open = groups.length === 1 || rows.length <= OPEN_ROWS;
  return groups.flatMap((one): ListEntry[] => {
    const is_open = toggled.has(one.name) !== are_open;
    return [{ group: one, is_open }, ...(is_open ? one.rows.map((row) => ({ row })) : [])];
  });
}

/** Returns which rows are in sight. */
function useWindowRange(body: { current: HTMLElement | null }, count: number): [first: number, last: number] {
  const [range, setRange] = useState<[number, number]>([0, 60]);
  useEffect(() => {
    const update = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const start = Math.max(0, Math.floor(-top / ROW_HEIGHT) - MARGIN);
      // A step of some rows keeps most scrolling free of work.
      const first = start - (start % MARGIN);
      const last = first + Math.ceil(window.innerHeight / ROW_HEIGHT) + 3 * MARGIN;
      setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]));
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [count]);
  return [Math.min(range[0], count), Math.min(range[1], count)];
}

function HeadCell({
  sort,
  head,
  classes,
  filter,
  onFilter,
}: {
  sort: string;
  head: string;
  classes: string;
  filter: AttemptFilter;
  onFilter: (change: Partial<AttemptFilter>) => void;
}) {
  const is_sorted = sort !== '' && filter.sort.replace(/^-/, '') === sort;
  const is_reversed = filter.sort.startsWith('-');
  const direction = is_reversed ? ('descending' as const) : ('ascending' as const);
  return (
    <th scope="col" class={classes} aria-sort={is_sorted ? direction : undefined}>
      {sort === '' ? (
        head
      ) : (
        <button type="button" onClick={() => onFilter({ sort: is_sorted && !is_reversed ? `-${sort}` : sort })}>
          {head}
          <span aria-hidden="true">{is_sorted && (is_reversed ? ' ↓' : ' ↑')}</span>
        </button>
      )}
    </th>
  );
}

function FilterBar({
  rows,
  filter,
  onFilter,
  shown,
}: {
  rows: readonly IndexRow[];
  filter: AttemptFilter;
  onFilter: (change: Partial<AttemptFilter>) => void;
  shown: number;
}) {
  const choices = useMemo(() => {
    const list = (key: 'task' | 'agent' | 'state') => [...new Set(rows.map((row) => row[key]))].sort();
    return { task: list('task'), agent: list('agent'), state: list('state') };
  }, [rows]);
  const is_filtered = [filter.q, filter.task, filter.agent, filter.state].some((text) => text !== '');
  const select = (key: 'task' | 'agent' | 'state', head: string) =>
    choices[key].length < 2 ? null : (
      <label>
        <span>{head}</span>
        <select value={filter[key]} onChange={({ currentTarget }) => onFilter({ [key]: currentTarget.value })}>
          <option value="">all</option>
          {choices[key].map((name) => (
            <option value={name} key={name}>
              {key === 'state' ? STATE_TEXTS[name as IndexRow['state']].word : name}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <search class="filters">
      <label class="wide">
        <span>Search</span>
        <input
          type="search"
          id="search"
          value={filter.q}
          placeholder="task, agent, reason …"
          onInput={({ currentTarget }) => onFilter({ q: currentTarget.value })}
        />
      </label>
      {select('state', 'Result')}
      {select('task', 'Task')}
      {select('agent', 'Agent')}
      <label>
        <span>Group by</span>
        <select value={filter.group} onChange={({ currentTarget }) => onFilter({ group: currentTarget.value })}>
          <option value="none">nothing</option>
          <option value="task">task</option>
          <option value="agent">agent</option>
          <option value="reason">reason</option>
        </select>
      </label>
      <output class="quiet">
        {shown === rows.length ? formatQuantity(shown, 'attempt') : `${shown} of ${rows.length}`}
      </output>
      {is_filtered && (
        <button type="button" onClick={() => onFilter({ q: '', task: '', agent: '', state: '' })}>
          Clear
        </button>
      )}
    </search>
  );
}

function AttemptLine({ row, number }: { row: IndexRow; number: number }) {
  const { sign, word, tone } = STATE_TEXTS[row.state];
  return (
    <tr aria-rowindex={number}>
      <td>
        <span class={`mark ${tone}`}>
          <i aria-hidden="true">{sign}</i> {word}
        </span>
      </td>
      <th scope="row">
        <a href={formatPageRoute('attempt', [row.id])}>{row.task}</a>
      </th>
      <td>{row.agent}</td>
      <td class="number minor">{row.trial}</td>
      <td class="minor">
        <GateMarks gates={row.gates} />
      </td>
      <td class="why minor" title={row.why}>
        {row.why}
      </td>
      <td class="number">{formatTime(row.wall_ms)}</td>
      <td class="number minor">{formatCost(row.usd)}</td>
      <td class="number minor">{formatCount(row.tokens)}</td>
    </tr>
  );
}

const GATE_MARKS: Record<string, [word: string, tone: string]> = {
  p: ['pass', 'good'],
  f: ['fail', 'bad'],
  e: ['error', 'doubt'],
  '-': ['not run', 'none'],
};

/** Marks of the four gates, as four small squares. */
function GateMarks({ gates }: { gates: string }) {
  const words = [...gates].map((mark, i) => `G${i + 1} ${GATE_MARKS[mark]?.[0] ?? ''}`).join(', ');
  return (
    <span class="gates" role="img" aria-label={words} title={words}>
      {[...gates].map((mark, i) => (
        <i class={GATE_MARKS[mark]?.[1] ?? 'none'} key={i}>
          {i + 1}
        </i>
      ))}
    </span>
  );
}

function GroupLine({
  group: { name, rows },
  is_open,
  onToggle,
  number,
}: {
  group: RowGroup;
  is_open: boolean;
  onToggle: (name: string) => void;
  number: number;
}) {
  const passes = rows.filter(({ state }) => state === 'success').length;
  const times = rows.flatMap(({ wall_ms }) => (wall_ms === null ? [] : [wall_ms])).sort((a, b) => a - b);
  const costs = rows.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  const word = name in STATE_TEXTS ? STATE_TEXTS[name as IndexRow['state']].word : name;
  return (
    <tr class="group" aria-rowindex={number}>
      <td colSpan={COLUMNS.length}>
        <button type="button" aria-expanded={is_open} onClick={() => onToggle(name)}>
          <span aria-hidden="true">{is_open ? '▾' : '▸'}</span>
          <span class="name">{word}</span>
          <StateBar rows={rows} />
          <span class="quiet">
            {passes} of {rows.length} passed
          </span>
          <span class="quiet minor">median {formatTime(computeQuantile(times, 0.5))}</span>
          {costs.length > 0 && <span class="quiet minor">{formatCost(costs.reduce((sum, usd) => sum + usd, 0))}</span>}
        </button>
      </td>
    </tr>
  );
}

/** Bar with the share of each state. */
function StateBar({ rows }: { rows: readonly IndexRow[] }) {
  const tones = ['good', 'bad', 'doubt', 'plain'].map((tone) => ({
    tone,
    count: rows.filter(({ state }) => STATE_TEXTS[state].tone === tone).length,
  }));
  return (
    <span class="bar" aria-hidden="true">
      {tones.map(({ tone, count }) => (count === 0 ? null : <i class={tone} key={tone} style={{ flexGrow: count }} />))}
    </span>
  );
}
