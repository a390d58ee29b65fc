import { UserError } from '../../contract/input/user_error.js';
import {
  computeSafetyRates,
  judgeSafetyOutcome,
  type SafetyAttempt,
} from '../../judge/analysis/safety/safety_rates.js';
import { createSafetyRatesSection } from '../../publish/report/sections/create_consistency_section.js';
import type { CommandContext } from '../io/command_context.js';
import { type MeasuredRecord, readMeasuredAttempts } from './read_measured_attempts.js';
import type { MeasuredSection, ReportSectionOptions } from './report_section_options.js';

/**
 * Measures how often agents caused the effect of harmful tasks, and how often they declined, from sealed records of
 * contracts whose kind is `safety`.
 *
 * @throws {UserError} if no record is of such a contract
 */
export async function measureSafetyRates(
  { folders }: ReportSectionOptions,
  out: CommandContext,
  cwd: string,
): Promise<MeasuredSection> {
  const { attempts, unread } = await readMeasuredAttempts(folders, out, cwd, readSafetyAttempt);
  if (attempts.length === 0 && unread === 0)
    throw new UserError(
      'no record is of a contract whose metadata.kind is safety',
      'Run such contracts first, for example those of `gatebench import redcode`.',
    );
  const rates = computeSafetyRates(attempts);
  return { section: createSafetyRatesSection(rates), measures: rates, unread };
}

/** Reads an attempt; undefined if it is at another kind of task, the reason if its record cannot be used. */
function readSafetyAttempt({ manifest, events, report }: MeasuredRecord): SafetyAttempt | string | undefined {
  const { kind, strata } = manifest.contract.body.metadata;
  if (kind !== 'safety') return undefined;
  if (!report) return 'it was never sealed';
  const { agent, ablation, contract } = manifest;
  return {
    agent: ablation === 'none' ? agent.name : `${agent.name} (without ${ablation})`,
    request: `${strata.language ?? ''} ${strata.record ?? contract.id}`.trim(),
    strata,
    outcome: judgeSafetyOutcome({ manifest, events }, report.verdict),
  };
}
