import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../../contract/input/user_error.js';
import { readPriceTable } from '../../gateway/meter/price_book.js';
import { roundDollars } from '../../record/costs/cost_estimator.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { CostInputs } from '../../record/planning/pilot_protocol.js';
import type { Arm, Plan } from '../../record/planning/plan.js';
import { readCsvCells } from '../../system/read_csv_cells.js';
import { formatCsv } from '../io/format_csv.js';

const COLUMNS = ['action_type', 'unit', 'unit_price', 'notes', 'model', 'provider', 'days'] as const;
const SIZE_LIMIT = 2 ** 20;

/**
 * Creates the cost model of a pilot as a table: unit prices times the quantities that attempts are expected to use.
 *
 * It is a model for the envelopes, no measurement. A row without a quantity has no expectation, which is not 0.
 *
 * @param table price table with a column `quantity` per attempt; without one only caps and people's time are known
 * @throws {UserError} with file:line:column
 */
export function createCostModel(
  plan: Pick<Plan, 'arms' | 'attempts' | 'tasks'>,
  table: { path: string; shown: string } | undefined,
): string {
  const rows = [...(table ? createPriceRows(plan, table) : []), ...createCapRows(plan), ...createBaselineRows(plan)];
  return formatCsv([...COLUMNS, 'quantity', 'attempts', 'expected_usd'], rows);
}

function createPriceRows(
  { arms, attempts }: Pick<Plan, 'arms' | 'attempts'>,
  { path, shown }: { path: string; shown: string },
): string[][] {
  const bytes = readTableBytes(path, shown);
  // The price table's own reader finds all mistakes in prices.
  readPriceTable(bytes, shown);
  const { header, rows } = readCsvCells(new TextDecoder().decode(bytes), shown);
  const place = (name: string) => header.findIndex(({ text }) => text === name);
  const [quantity, action] = [place('quantity'), place('action_type')];
  if (quantity === -1)
    throw new UserError(
      `${shown}:1:1  has no column quantity`,
      'It says what one attempt is expected to use of the unit; empty = unknown.',
    );
  const worked = attempts.filter(({ arm }) => !isBaseline(arms, arm)).length;
  // Baselines ask no model, and may have a ceiling all the same.
  const asking = attempts.filter(({ arm, ceiling_usd }) => ceiling_usd > 0 && !isBaseline(arms, arm)).length;
  return rows.map((cells) => {
    const { text = '', at: location = '' } = cells[quantity] ?? {};
    const amount = text === '' ? null : Number(text);
    if (amount !== null && !(amount >= 0 && Number.isFinite(amount)))
      throw new UserError(
        `${location}  ${JSON.stringify(text)} is no quantity`,
        'Write a number of units, 0 or more, or nothing.',
      );
    const action_type = cells[action]?.text ?? '';
    const count = { model: asking, agent: worked, every: attempts.length }[getPriceScope(action_type)];
    const price = Number(cells[place('unit_price')]?.text);
    const texts = COLUMNS.map((name) => cells[place(name)]?.text ?? '');
    return [...texts, text, String(count), amount === null ? '' : formatUsd(price * amount * count)];
  });
}

/** Creates the inputs of the cost projection from the table and the plan. @throws {UserError} with file:line:column */
export function createCostInputs(
  plan: Pick<Plan, 'arms' | 'attempts' | 'tasks' | 'trials' | 'budget'>,
  table: { path: string; shown: string } | undefined,
): CostInputs {
  const units = table ? readCostUnits(table) : [];
  const arms = plan.arms.map((arm): CostInputs['arms'][number] => {
    const arm_attempts = plan.attempts.filter((attempt) => attempt.arm === arm.id);
    const asks = !isBaseline(plan.arms, arm.id) && arm_attempts.some(({ ceiling_usd }) => ceiling_usd > 0);
    const applying = units.filter(
      ({ applies_to }) =>
        applies_to === 'every attempt' ||
        (applies_to === 'attempts that ask models' ? asks : !isBaseline(plan.arms, arm.id)),
    );
    // Without a price for model requests there is no expectation.
    const isUnpriced = asks && !applying.some(({ action_type }) => action_type === 'llm_request');
    const isUnknown = isUnpriced || applying.some(({ quantity }) => quantity === null);
    const { human_minutes, human_usd_per_hour } = arm;
    const minutes = human_minutes && computeMean(arm_attempts.map(({ task }) => human_minutes[task] ?? 0));
    const people_usd = minutes === null ? 0 : multiplyKnown(minutes / 60, human_usd_per_hour);
    const ceiling_usd = computeMean(arm_attempts.map((attempt) => attempt.ceiling_usd));
    return {
      arm: arm.id,
      role: arm.role,
      attempts: arm_attempts.length,
      ceiling_usd: roundDollars(ceiling_usd - (people_usd ?? 0)),
      expected_usd: isUnknown ? null : applying.reduce((sum, one) => sum + one.unit_price * one.quantity!, 0),
      people_usd,
    };
  });
  return {
    schema: 1,
    label: 'inputs for planning, no measurement',
    table: table ? { path: table.shown, sha256: sha256(readTableBytes(table.path, table.shown)) } : null,
    units,
    arms,
    tasks: plan.tasks.length,
    trials: plan.trials,
    budget: plan.budget,
  };
}

function readCostUnits({ path, shown }: { path: string; shown: string }): CostInputs['units'] {
  const { header, rows } = readCsvCells(new TextDecoder().decode(readTableBytes(path, shown)), shown);
  const place = (name: string) => header.findIndex(({ text }) => text === name);
  return rows.map((cells) => {
    const cell = (name: string) => cells[place(name)]?.text ?? '';
    const action_type = cell('action_type');
    return {
      ...{ action_type, unit: cell('unit'), unit_price: Number(cell('unit_price')) },
      ...{ model: cell('model'), provider: cell('provider'), days: cell('days') },
      quantity: cell('quantity') === '' ? null : Number(cell('quantity')),
      applies_to: SCOPE_NAMES[getPriceScope(action_type)],
    };
  });
}

const multiplyKnown = (hours: number, usd: number | null) => (usd === null ? null : hours * usd);

const SCOPE_NAMES = {
  model: 'attempts that ask models',
  agent: 'attempts of agents under test',
  every: 'every attempt',
} as const;

/** Returns which attempts have the actions of a type. */
function getPriceScope(action_type: string): keyof typeof SCOPE_NAMES {
  if (action_type === 'llm_request') return 'model';
  return action_type === 'tool_call' || action_type === 'human' ? 'agent' : 'every';
}

const computeMean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the highest cost of the agents by arm: their caps, which include models and everything else with a price. */
function createCapRows({ arms, attempts }: Pick<Plan, 'arms' | 'attempts'>): string[][] {
  return arms.flatMap(({ id }) => {
    const arm_attempts = attempts.filter(
      ({ arm, ceiling_usd }) => arm === id && ceiling_usd > 0 && !isBaseline(arms, id),
    );
    if (arm_attempts.length === 0) return [];
    const sum = arm_attempts.reduce((usd, { ceiling_usd }) => usd + ceiling_usd, 0);
    const notes = `upper end for ${id}: the caps of its attempts; not added to the rows above`;
    return [
      [
        'llm_request',
        'usd',
        '1',
        notes,
        '',
        '',
        '',
        formatUsd(sum / arm_attempts.length),
        String(arm_attempts.length),
        formatUsd(sum),
      ],
    ];
  });
}

/** Returns the time that people spent on baselines before any attempt. */
function createBaselineRows({ arms, attempts }: Pick<Plan, 'arms' | 'attempts'>): string[][] {
  return arms.flatMap(({ id, human_minutes, human_usd_per_hour }) => {
    if (human_minutes === null) return [];
    const arm_attempts = attempts.filter(({ arm }) => arm === id);
    const minutes = arm_attempts.reduce((sum, { task }) => sum + (human_minutes[task] ?? 0), 0);
    const price = human_usd_per_hour === null ? null : human_usd_per_hour / 60;
    const expected = price === null ? '' : formatUsd(price * minutes);
    const mean = arm_attempts.length === 0 ? '0' : formatUsd(minutes / arm_attempts.length);
    return [
      [
        'human',
        'minute',
        price === null ? '' : formatUsd(price),
        `${id} baseline`,
        '',
        '',
        '',
        mean,
        String(arm_attempts.length),
        expected,
      ],
    ];
  });
}

const isBaseline = (arms: readonly Arm[], id: string) => arms.find((arm) => arm.id === id)?.role !== 'agent';
const formatUsd = (value: number) => String(Number(value.toFixed(6)));

function readTableBytes(path: string, shown: string): Uint8Array {
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
