import { z } from 'zod';
import { wilson } from '../../statistics/interval.js';
import { pairedDifference } from '../../statistics/paired_difference.js';
import { type ArmUnits, getUnitKey } from '../trials/arm_units.js';
import { countScorable } from '../trials/outcome_counts.js';
import { intervalSchema } from './success_rate.js';

/** Effect of reasoning effort: cells of low and high effort, each over the tasks that both arms have. */
export const reasoningSchema = z.strictObject({
  cells: z.array(
    z.strictObject({
      low: z.string().describe('arm with less effort'),
      high: z.string(),
      tasks: z.int(),
      accuracy_low: z.number(),
      accuracy_high: z.number(),
      difference: z.number().describe('high − low, mean over tasks'),
      interval: intervalSchema.nullable().describe('t interval over tasks'),
      did_not_improve: z.boolean().describe('high ≤ low: a tie is no improvement'),
    }),
  ),
  did_not_improve: z.int(),
  share: z.number().nullable(),
  interval: intervalSchema.nullable().describe('Wilson, of the share; a share of few cells is weak evidence'),
});
type ReasoningSection = z.infer<typeof reasoningSchema>;

/**
 * Compares arms of low and high effort. Arms are paired as the suite says (`effort_of`), in the same configuration of
 * mechanisms.
 */
export function compareReasoningEfforts(arms: readonly ArmUnits[], confidence: number): ReasoningSection {
  const cells = arms.flatMap((high) => {
    const low = arms.find(
      ({ arm }) => arm.name === high.arm.effort_of && arm.ablation === high.arm.ablation && arm.role === high.arm.role,
    );
    const cell = low && compareCell(low, high, confidence);
    return cell ? [cell] : [];
  });
  const did_not_improve = cells.filter((cell) => cell.did_not_improve).length;
  return {
    cells,
    did_not_improve,
    share: cells.length === 0 ? null : did_not_improve / cells.length,
    interval: cells.length === 0 ? null : wilson(did_not_improve / cells.length, cells.length, confidence),
  };
}

function compareCell(low: ArmUnits, high: ArmUnits, confidence: number): ReasoningSection['cells'][number] | undefined {
  const rates = new Map(low.units.map((unit) => [getUnitKey(unit), computeUnitRate(unit)]));
  const pairs = high.units.flatMap((unit) => {
    const [less, more] = [rates.get(getUnitKey(unit)) ?? null, computeUnitRate(unit)];
    return less === null || more === null ? [] : [{ less, more }];
  });
  if (pairs.length === 0) return undefined;
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const differences = pairs.map(({ less, more }) => more - less);
  const { low: least, high: most } = pairedDifference(differences, confidence);
  const difference = mean(({ less, more }) => more - less);
  return {
    low: low.arm.id,
    high: high.arm.id,
    tasks: pairs.length,
    accuracy_low: mean(({ less }) => less),
    accuracy_high: mean(({ more }) => more),
    difference,
    // A difference of rates lies between −1 and 1.
    interval: least === null || most === null ? null : { low: Math.max(-1, least), high: Math.min(1, most) },
    did_not_improve: difference <= 1e-12,
  };
}

function computeUnitRate({ counts }: ArmUnits['units'][number]): number | null {
  return counts.successes + counts.failures === 0 ? null : counts.successes / countScorable(counts);
}
