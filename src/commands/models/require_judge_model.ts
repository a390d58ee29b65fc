import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { findUpstream, listDialects } from '../../gateway/upstreams/upstream.js';
import { requirePrice } from './require_models.js';

/** Remedy where a contract with model checks cannot be decided by executions. */
export const JUDGED_RUN_REMEDY =
  'Use gatebench run … --judge-model NAME --upstream TARGET. A pass then rests on the opinion of a model: it is no ' +
  'executable evidence, and whoever writes the answer can try to persuade that model.';

/** Sums what the judge model may cost in one attempt at a contract, in USD. */
export const computeJudgeCeiling = ({ contract }: Pick<LoadedContract, 'contract'>): number =>
  (contract.model_checks ?? []).reduce((sum, { usd }) => sum + usd, 0);

/**
 * Requires that the run names a judge model, with a price, where a contract needs one.
 *
 * @throws {UserError} before the first attempt
 */
export function requireJudgeModel(contracts: readonly LoadedContract[], judge: ModelConfig | undefined): void {
  const [first, ...more] = contracts.filter(({ contract }) => contract.model_checks !== undefined);
  if (first === undefined) return;
  if (judge?.name == null) {
    const remainder = more.length === 0 ? '' : `, and ${more.length} more contracts need one`;
    throw new UserError(
      `${first.shown}:${first.lines.model_checks ?? 1}  check "${first.contract.model_checks?.[0]?.id}" is graded by ` +
        `a judge model, and nothing names one${remainder}; grading costs up to ${computeJudgeCeiling(first)} USD an ` +
        'attempt, beside the agent',
      JUDGED_RUN_REMEDY,
    );
  }
  const { name, upstreams } = judge;
  const open = listDialects(name, upstreams).flatMap((dialect) => {
    const upstream = findUpstream(name, dialect, upstreams);
    return 'upstream' in upstream ? [upstream.upstream] : [];
  });
  requirePrice('--judge-model', judge, open);
}
