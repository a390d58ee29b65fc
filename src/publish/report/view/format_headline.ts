import { formatQuantity } from '../../text/format_quantity.js';
import {
  type BaselineFault,
  type ContractCheck,
  formatContractChecks,
  formatUnsoundBaselines,
} from './contract_check.js';
import { formatStrengthFigure } from './format_strength.js';
import type { GateConclusion, GateOptions } from './gate_conclusion.js';
import type { AttemptTotals } from './report_accumulator.js';

/** Numbers of the attempts that the gate judges; baselines and compared arms are not among them. */
export interface HeadlineTotals extends Pick<AttemptTotals, 'by_status'> {
  attempts: number;
  missing: number;
  by_judge_model: number;
  too_weak: number;
}

/** Input of a headline. */
interface HeadlineOptions extends Pick<GateOptions, 'fail_on' | 'min_strength'> {
  conclusion: GateConclusion;
  /** True if a caller concluded, who knows more than the results. */
  concluded: boolean;
  judged: HeadlineTotals;
  /** Attempts that the gate does not judge. */
  others: number;
  /** Checks of contracts; empty unless golden and noop are all that was tried. */
  checks: readonly ContractCheck[];
  /** Baselines that ended otherwise than they must or have no result, beside what the gate judges. */
  unsound: readonly BaselineFault[];
  /** Attempts that a defect of gatebench ended. */
  defects: number;
}

/**
 * Formats the verdict as one line of about 100 characters at most. It holds numbers, and of foreign text at most the
 * plain name of a contract.
 */
export function formatHeadline(options: HeadlineOptions): string {
  const { conclusion, fail_on, judged, others: unjudged, checks } = options;
  const { by_status, missing } = judged;
  const expected = judged.attempts + missing;
  const run_faults = [
    ...(options.unsound.length === 0 ? [] : [formatUnsoundBaselines(options.unsound)]),
    ...(options.defects === 0 ? [] : [`gatebench itself failed in ${formatQuantity(options.defects, 'attempt')}`]),
  ].join(', ');
  const undecided = [
    [by_status.acceptance_error, 'acceptance error'],
    [by_status.invalid, 'invalid attempt'],
    [missing, 'missing result'],
  ] as const;
  const open = undecided.filter(([count]) => count > 0).map(([count, noun]) => formatQuantity(count, noun));
  if (checks.length > 0) {
    const missing_text = missing === 0 ? '' : `, ${formatQuantity(missing, 'missing result')}`;
    return `${formatContractChecks(checks)}${missing_text}`;
  }
  if (run_faults !== '' && conclusion === 'indecisive') {
    const passed = expected === 0 ? '' : `; ${[...open, `${by_status.success} of ${expected} passed`].join(', ')}`;
    return `undecided: ${run_faults}${passed}`;
  }
  if (expected === 0 && unjudged > 0) return `${formatQuantity(unjudged, 'attempt')}, none of them judged here`;
  if (expected === 0) return conclusion === 'success' ? 'no attempts' : 'undecided: no attempts';
  const passed = `${by_status.success} of ${formatQuantity(expected, 'attempt')} passed`;
  if (fail_on === 'regression') {
    if (conclusion === 'failure') return 'worse than the baseline';
    if (conclusion === 'success') return `not worse than the baseline: ${passed}`;
    if (open.length === 0)
      return options.concluded
        ? 'undecided whether anything got worse than the baseline'
        : 'undecided: no baseline to compare with';
  }
  const weak = formatWeakTail(options);
  if (conclusion === 'indecisive')
    return `undecided: ${open.join(', ')}; ${by_status.success} of ${expected} passed${weak}`;
  const rest = open.length > 0 ? `, ${open.join(', ')}` : '';
  if (fail_on === 'never') {
    const failed = by_status.failure > 0 ? `, ${by_status.failure} failed` : '';
    return `${passed}${failed}${weak}${rest}${by_status.success < expected ? ' (report only)' : ''}`;
  }
  if (by_status.failure > 0)
    return `${by_status.failure} of ${formatQuantity(expected, 'attempt')} failed${rest}${weak}`;
  return `${passed}${weak}${rest}`;
}

/** Formats passes by a judge model, and those that the gate refuses for their strength. */
function formatWeakTail({ judged: { too_weak, by_judge_model }, min_strength = 0 }: HeadlineOptions): string {
  const graded = by_judge_model > 0 ? `, ${formatQuantity(by_judge_model, 'pass', 'passes')} by a judge model` : '';
  return too_weak > 0 ? `${graded}, ${too_weak} below strength ${formatStrengthFigure(min_strength)}` : graded;
}
