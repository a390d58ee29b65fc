import { canonical } from '../../../record/canonical.js';
import { placeOf } from './hookpoints.js';
import type { SteeringConfig, SteeringRow } from './steering_config.js';

/**
 * What two rows at one place do to each other. Only rows that add can stand together, since a sum has no order; the same vector twice is
 * a mistake, and of an addition and anything else the order would decide.
 *
 * @param sums whether the backend adds several rows up at one place
 * @returns one line for each row that conflicts with an earlier one, naming both
 */
export function conflictsIn(rows: readonly SteeringRow[], sums: boolean): string[] {
  const before = new Map<string, SteeringRow[]>();
  return rows.flatMap((row) => {
    const place = placeOf(row.config.hookpoint);
    const others = before.get(place) ?? [];
    before.set(place, [...others, row]);
    for (const other of others) {
      const why = conflict(other.config, row.config, sums);
      if (why !== undefined) return [`${row.at}  ${row.config.hookpoint}: ${why} (the other is ${other.at})`];
    }
    return [];
  });
}

function conflict(one: SteeringConfig, other: SteeringConfig, sums: boolean): string | undefined {
  if (vectorOf(one) === vectorOf(other)) return 'two rows have the same vector at one hookpoint';
  const actions = [one.action, other.action];
  if (actions.some((action) => action !== 'add'))
    return `${actions.join(' and ')} at one hookpoint depend on their order`;
  return sums ? undefined : 'the backend takes one vector at a hookpoint';
}

const vectorOf = ({ feature_index, sparse_model, sae_id, vector_file, vector_path }: SteeringConfig) =>
  canonical([feature_index ?? null, sparse_model ?? null, sae_id ?? null, vector_file ?? null, vector_path ?? null]);
