import type { RecordFault } from '../record/storage/verify_hash_chain.js';
import type { RunVerification } from '../record/storage/verify_run.js';
import { findGradingFaults } from './evaluation/model_checks/find_grading_faults.js';
import { findAlertFaults } from './supervisor/find_alert_faults.js';

/**
 * Finds faults of a record in what the harness can compute again: alerts, and what judge models were sent.
 *
 * @param read reads an artifact; without it, judge models are not checked
 */
export function findRecordFaults(
  found: RunVerification,
  version: string,
  read?: (digest: string) => Buffer | undefined,
): RecordFault[] {
  // Nothing can be computed again from events and texts that are gone.
  if (found.standing === 'reduced') return [];
  const gradings = read ? findGradingFaults(found, version, read) : [];
  return [...findAlertFaults(found, version), ...gradings];
}
