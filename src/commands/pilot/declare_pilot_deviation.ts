import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { type PilotCriterion, selectOpenCriteria } from '../../judge/pilot/pilot_evidence.js';
import { judgeEntryCriteria } from '../../judge/pilot/pilot_report.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { computeDigest, toCanonicalJson } from '../../record/json/compute_digest.js';
import { type DeclaredDeviation, PILOT_FILES, type PilotStage } from '../../record/planning/pilot_protocol.js';
import { GENESIS_HASH } from '../../record/storage/verify_hash_chain.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, toPlainLine } from '../../run/escalation/operator.js';
import type { CommandContext } from '../io/command_context.js';
import { type PilotFolder, readPilotFolder } from './pilot_folder.js';
import type { PilotDeviateOptions } from './pilot_plan_options.js';
import { readPilotEvidence } from './read_pilot_evidence.js';

/** Deviation from the entry criteria of a stage: who, and why. */
interface DeviationSpec {
  stage: PilotStage;
  criteria: readonly PilotCriterion[];
  by: string;
  because: string;
  at: Date;
}

/**
 * Declares that a stage begins although entry criteria are not met (`pilot deviate`).
 *
 * The line states who, why, when and which criteria, and stands in every report.
 *
 * @throws {UserError} if there is nothing to deviate from, and as `pilot check`
 */
export function declarePilotDeviation(
  options: PilotDeviateOptions,
  out: CommandContext,
  cwd = process.cwd(),
  now = () => new Date(),
): DeclaredDeviation {
  const pilot = readPilotFolder(options.pilot, cwd);
  const open = selectOpenCriteria(judgeEntryCriteria(readPilotEvidence(pilot, options.results, cwd), options.stage));
  if (open.length === 0)
    throw new UserError(
      `stage ${options.stage} of ${pilot.shown} may begin: there is nothing to deviate from`,
      'Run its plan.',
    );
  const { stage, by: declarer, because } = options;
  const declared = appendDeviation(pilot, { stage, criteria: open, by: declarer, because, at: now() });
  if (options.json) out.log(formatInertJson(declared));
  else
    out.log(
      `stage ${stage} of ${pilot.shown} may begin against ${declared.criteria.join(', ')}: declared by ` +
        `${declared.by}, and in every report from now on`,
    );
  return declared;
}

/**
 * Appends a deviation to the log of a pilot.
 *
 * @throws {UserError} if the log cannot be written, or there is no reason
 */
function appendDeviation(pilot: PilotFolder, spec: DeviationSpec): DeclaredDeviation {
  const because = toPlainLine(spec.because, JUSTIFICATION_LIMIT);
  if (because.length < 10)
    throw new UserError('a deviation needs a reason of at least ten letters', 'Say what it is for.');
  const body: Omit<DeclaredDeviation, 'hash'> = {
    schema: 1,
    protocol: pilot.protocol.digest,
    at: spec.at.toISOString(),
    by: toPlainLine(spec.by, NAME_LIMIT) || 'unknown',
    stage: spec.stage,
    criteria: spec.criteria.map(({ id }) => id),
    because,
    prev: pilot.deviations.at(-1)?.hash ?? GENESIS_HASH,
  };
  const declared = { ...body, hash: computeDigest(body) };
  try {
    appendFileSync(join(pilot.path, PILOT_FILES.deviations), `${toCanonicalJson(declared)}\n`);
  } catch (error) {
    throw new UserError(
      `${join(pilot.shown, PILOT_FILES.deviations)} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'A deviation is declared in the folder of the pilot: make it writable.',
    );
  }
  return declared;
}
