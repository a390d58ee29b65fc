import { GATES } from '../../record/verdict/verdict.js';
import type { AttemptRow } from '../report/view/attempt_row.js';

type CsvValue = string | number | boolean | null | undefined;

/** Columns of the table, each with what it holds of an attempt. Costs are US dollars, times milliseconds. */
const COLUMNS: readonly (readonly [name: string, read: (row: AttemptRow) => CsvValue])[] = [
  ['attempt_id', (row) => row.attempt_id],
  ['task', ({ result }) => result.contract.id],
  ['task_version', ({ result }) => result.contract.version],
  ['tier', (row) => row.tier],
  ['agent', (row) => row.agent],
  ['model', ({ result }) => result.configuration.model],
  ['trial', (row) => row.trial],
  ['status', (row) => row.status],
  ...GATES.map((gate) => [gate, (row: AttemptRow) => row.gates[gate]] as const),
  ['decided_by', (row) => row.decided_by],
  ['why', (row) => row.why],
  ['strength_bits', ({ status, result }) => (status === 'success' ? result.verdict.oracle.strength.bits : null)],
  ['graded_score', ({ result }) => (result.verdict.graded.defined ? result.verdict.graded.score : null)],
  ['cost_usd', (row) => row.cost_usd],
  ['requests', ({ result }) => result.cost.requests],
  ['input_tokens', ({ result }) => result.cost.tokens?.input_tokens],
  ['output_tokens', ({ result }) => result.cost.tokens?.output_tokens],
  ['wall_ms', (row) => row.wall_ms],
  ['agent_ms', ({ result }) => result.timing.agent_ms],
  ['evaluation_ms', ({ result }) => result.timing.evaluation_ms],
  ['patch_files', ({ result }) => result.patch?.files],
  ['patch_added', ({ result }) => result.patch?.added],
  ['patch_deleted', ({ result }) => result.patch?.deleted],
  ['findings', ({ result }) => result.verdict.findings.length],
  ['isolated', (row) => row.isolated],
  ['head', ({ result }) => result.head],
];

/** Collector of attempts for a table. */
interface CsvTable {
  add(row: AttemptRow): void;
  render(): string;
}

/** Creates a CSV table (RFC 4180) with a line for each attempt. An unknown value is an empty field, never 0. */
export function createCsvTable(): CsvTable {
  const lines = [COLUMNS.map(([name]) => name)];
  return {
    add: (row) => void lines.push(COLUMNS.map(([, read]) => formatField(read(row)))),
    render: () => lines.map((fields) => `${fields.join(',')}\r\n`).join(''),
  };
}

/** Formats a field. Text that a spreadsheet would read as a formula begins with an apostrophe. */
function formatField(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const inert = /^[\s]*[=+\-@]|^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
