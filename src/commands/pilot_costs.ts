import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../contract/user_error.js';
import type { Arm, Plan } from '../record/plan.js';
import { readCells } from '../run/gateway/meter/csv_cells.js';
import { readPriceTable } from '../run/gateway/meter/price_table.js';
import { csv } from './pilot_csv.js';

const COLUMNS = ['action_type', 'unit', 'unit_price', 'notes', 'model', 'provider', 'days'] as const;
const SIZE_LIMIT = 2 ** 20;

/**
 * The cost model of a pilot: eq. 4 as a spreadsheet (executable contracts §3.5, §5.1), unit prices times what attempts are expected to use.
 * It is a model for the envelopes and no measurement; what has no quantity has no expectation, which is not 0.
 *
 * @param table a price table with a column `quantity`, what one attempt uses of the unit; without one only caps and people's time are known
 * @throws {UserError} with file:line:column
 */
export function costModel(
  plan: Pick<Plan, 'arms' | 'attempts' | 'tasks'>,
  table: { path: string; shown: string } | undefined,
): string {
  const rows = [...(table ? priced(plan, table) : []), ...capped(plan), ...people(plan)];
  return csv([...COLUMNS, 'quantity', 'attempts', 'expected_usd'], rows);
}

function priced(
  { arms, attempts }: Pick<Plan, 'arms' | 'attempts'>,
  { path, shown }: { path: string; shown: string },
): string[][] {
  const bytes = bytesOf(path, shown);
  // Every mistake in the prices is found by those who read them for the meter.
  readPriceTable(bytes, shown);
  const { header, rows } = readCells(new TextDecoder().decode(bytes), shown);
  const place = (name: string) => header.findIndex(({ text }) => text === name);
  const [quantity, action] = [place('quantity'), place('action_type')];
  if (quantity === -1)
    throw new UserError(
      `${shown}:1:1  has no column quantity`,
      'It says what one attempt is expected to use of the unit; empty = unknown.',
    );
  const asking = attempts.filter(({ ceiling_usd }) => ceiling_usd > 0).length;
  const worked = attempts.filter(({ arm }) => !isBaseline(arms, arm)).length;
  return rows.map((cells) => {
    const { text, at } = cells[quantity]!;
    const used = text === '' ? null : Number(text);
    if (used !== null && !(used >= 0 && Number.isFinite(used)))
      throw new UserError(
        `${at}  ${JSON.stringify(text)} is no quantity`,
        'Write a number of units, 0 or more, or nothing.',
      );
    const of = cells[action]!.text;
    const count = of === 'llm_request' ? asking : of === 'tool_call' || of === 'human' ? worked : attempts.length;
    const price = Number(cells[place('unit_price')]!.text);
    const own = COLUMNS.map((name) => cells[place(name)]?.text ?? '');
    return [...own, text, String(count), used === null ? '' : money(price * used * count)];
  });
}

/** The upper end of what models can cost, arm by arm: their caps. */
function capped({ arms, attempts }: Pick<Plan, 'arms' | 'attempts'>): string[][] {
  return arms.flatMap(({ id }) => {
    const own = attempts.filter(({ arm, ceiling_usd }) => arm === id && ceiling_usd > 0);
    if (own.length === 0) return [];
    const sum = own.reduce((usd, { ceiling_usd }) => usd + ceiling_usd, 0);
    const notes = `upper end for ${id}: the caps of its attempts; not added to the rows above`;
    return [['llm_request', 'usd', '1', notes, '', '', '', money(sum / own.length), String(own.length), money(sum)]];
  });
}

/** Time of people that baselines took before any attempt. */
function people({ arms, attempts }: Pick<Plan, 'arms' | 'attempts'>): string[][] {
  return arms.flatMap(({ id, human_minutes, human_usd_per_hour }) => {
    if (human_minutes === null) return [];
    const own = attempts.filter(({ arm }) => arm === id);
    const minutes = own.reduce((sum, { task }) => sum + (human_minutes[task] ?? 0), 0);
    const price = human_usd_per_hour === null ? null : human_usd_per_hour / 60;
    const expected = price === null ? '' : money(price * minutes);
    const mean = own.length === 0 ? '0' : money(minutes / own.length);
    return [
      [
        'human',
        'minute',
        price === null ? '' : money(price),
        `${id} baseline`,
        '',
        '',
        '',
        mean,
        String(own.length),
        expected,
      ],
    ];
  });
}

const isBaseline = (arms: readonly Arm[], id: string) => arms.find((arm) => arm.id === id)?.role !== 'agent';
const money = (value: number) => String(Number(value.toFixed(6)));

function bytesOf(path: string, shown: string): Uint8Array {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > SIZE_LIMIT) throw Object.assign(new Error(), { code: 'not a table' });
    return readFileSync(path);
  } catch (error) {
    throw new UserError(
      `cost model ${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a CSV file in pilot.cost_model.',
    );
  }
}
