import { ATTEMPT_STATES, type AttemptState, type IndexRow } from '../model/index_row.js';

/** State of the list of attempts, as the address has it. */
export interface AttemptFilter {
  q: string;
  task: string;
  agent: string;
  state: string;
  sort: string;
  group: string;
}

/** Orders of the list; `-` before a name reverses it. */
const SORTS: Record<string, (a: IndexRow, b: IndexRow) => number> = {
  state: (a, b) => rank(a.state) - rank(b.state),
  task: (a, b) => compareText(a.task, b.task),
  agent: (a, b) => compareText(a.agent, b.agent),
  trial: (a, b) => a.trial - b.trial,
  gates: (a, b) => compareText(a.gates, b.gates),
  time: (a, b) => compareNumber(a.wall_ms, b.wall_ms),
  cost: (a, b) => compareNumber(a.usd, b.usd),
  tokens: (a, b) => compareNumber(a.tokens, b.tokens),
};

const rank = (state: AttemptState) => ATTEMPT_STATES.indexOf(state);
const collator = new Intl.Collator('en', { numeric: true });
const compareText = (a: string, b: string) => (a === b ? 0 : collator.compare(a, b));
/** Compares numbers; an unknown one is last in either direction of the eye: it has no place in an order. */
const compareNumber = (a: number | null, b: number | null) => (a ?? -1) - (b ?? -1);

/** Reads what the list shows from the query of the address. @param total attempts, of which many are grouped */
export function readAttemptFilter(query: URLSearchParams, total: number): AttemptFilter {
  const get = (name: string) => query.get(name) ?? '';
  return {
    q: get('q'),
    task: get('task'),
    agent: get('agent'),
    state: get('state'),
    sort: get('sort') || 'state',
    group: get('group') || (total > 60 ? 'task' : 'none'),
  };
}

/** Selects and sorts entries. Each word of the search must occur in one of the texts of an entry. */
export function selectRows(rows: readonly IndexRow[], filter: AttemptFilter): IndexRow[] {
  const words = filter.q.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = rows.filter(
    (row) =>
      (filter.task === '' || row.task === filter.task) &&
      (filter.agent === '' || row.agent === filter.agent) &&
      (filter.state === '' || row.state === filter.state) &&
      (words.length === 0 || matches(row, words)),
  );
  const compare = SORTS[filter.sort.replace(/^-/, '')] ?? SORTS.state;
  const sign = filter.sort.startsWith('-') ? -1 : 1;
  const byName = (a: IndexRow, b: IndexRow) =>
    compareText(a.task, b.task) || compareText(a.agent, b.agent) || a.trial - b.trial;
  return compare === undefined ? chosen : chosen.sort((a, b) => sign * compare(a, b) || byName(a, b));
}

function matches({ id, task, agent, why, state }: IndexRow, words: readonly string[]): boolean {
  const text = `${id} ${task} ${agent} ${why} ${state}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Attempts with the same task, agent or reason. */
export interface RowGroup {
  name: string;
  rows: IndexRow[];
}

/** Groups entries in their order. */
export function groupRows(rows: readonly IndexRow[], group: string): RowGroup[] {
  const groups = new Map<string, IndexRow[]>();
  for (const row of rows) {
    const name = getGroupName(row, group);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [row]);
    else members.push(row);
  }
  return [...groups].map(([name, members]) => ({ name, rows: members }));
}

function getGroupName({ task, agent, why, state }: IndexRow, group: string): string {
  if (group === 'task') return task;
  if (group === 'agent') return agent;
  return why === '' || state === 'success' ? state : why;
}
