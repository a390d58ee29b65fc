import { OMITTED_FILE_RULE } from '../../../judge/rubric/policy/collect_omitted_file_findings.js';
import type { AttemptReport, AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { Gate, VerdictStatus } from '../../../record/verdict/verdict.js';
import { GATES, type GateId } from '../../../record/verdict/verdict.js';
import { getReachedCap } from './format_cost_parts.js';
import {
  formatOptionalMiss,
  formatStrengthFigure,
  formatSuspicions,
  formatWeakness,
  hasStrength,
  isWeakPass,
  listOptionalMisses,
} from './format_strength.js';

/** Mark of a gate in a table; `none`: an earlier gate decided, so this one was not reached. */
export type GateMark = 'pass' | 'fail' | 'error' | 'none';

/** Row of one attempt in the table. */
export interface AttemptRow {
  attempt_id: string;
  /** Contract id, with the version appended if the report mixes versions of it. */
  task: string;
  tier: number;
  /** Agent name, with the ablation appended unless it is "none". */
  agent: string;
  trial: number;
  status: VerdictStatus;
  gates: Record<GateId, GateMark>;
  decided_by: GateId | null;
  /** Gates that failed, or could not be decided, beside the deciding one. */
  further: { gate: GateId; why: string }[];
  /**
   * Reason of the deciding gate, or of the status if no gate decided; then why the agent was stopped, and files left
   * out of a patch that did not pass.
   */
  why: string;
  /** Reason for which the agent was stopped; empty if it was not. */
  stop: string;
  /** End of the agent's command; empty for status 0, or if the reason says it. */
  exit: string;
  wall_ms: number;
  /** null = unknown */
  cost_usd: number | null;
  isolated: boolean;
  /** Strength of a pass as a figure; '' for an attempt that did not pass. */
  strength: string;
  /** Weakness of a pass; '' if it is as strong as wanted, or if the attempt did not pass. */
  weakness: string;
  /** Suspicious parts of a patch that passed. */
  suspicions: readonly string[];
  /** Checks by a judge model that decide nothing and did not pass. */
  optional: readonly string[];
  result: AttemptResult;
}

/**
 * Tells whether an attempt failed as it must: without a change, on a contract that has a reference solution. Of an
 * effect that must not happen there is none, and no change has to pass.
 */
export const isExpectedFailure = ({ verdict, agent, contract }: AttemptResult): boolean =>
  verdict.status === 'failure' && agent.kind === 'noop' && contract.has_golden === true;

/** Tells whether there is nothing to say about an attempt: it ended as it should. */
export const isQuietAttempt = (row: AttemptRow): boolean => {
  const { status, weakness, exit, stop, optional, suspicions, isolated, result } = row;
  const isExpected = status === 'success' || isExpectedFailure(result);
  return isExpected && isolated && [weakness, exit, stop, ...optional, ...suspicions].every((text) => text === '');
};

const STATUS_RANK: Record<VerdictStatus, number> = { failure: 0, acceptance_error: 1, invalid: 2, success: 3 };

/** Compares two results, the worst first, weak passes before others, then by task, agent and trial; a total order. */
export function compareWorstAttemptFirst(a: AttemptResult, b: AttemptResult): number {
  return (
    STATUS_RANK[a.verdict.status] - STATUS_RANK[b.verdict.status] ||
    Number(isWeakPass(b)) - Number(isWeakPass(a)) ||
    compareCodeUnits(a.contract.id, b.contract.id) ||
    compareCodeUnits(a.contract.version, b.contract.version) ||
    compareCodeUnits(formatAgentLabel(a), formatAgentLabel(b)) ||
    a.trial - b.trial ||
    compareCodeUnits(a.attempt_id, b.attempt_id)
  );
}

/** Compares by code unit, so that the order does not depend on the machine's locale. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Creates the row of an attempt.
 *
 * @param versioned append the version to the contract id
 * @param min_strength bits that a pass must have; 0 for any
 * @param arm name of the arm in a suite; default: that of the agent
 */
export function toAttemptRow(result: AttemptResult, versioned: boolean, min_strength = 0, arm?: string): AttemptRow {
  const { verdict } = result;
  const stop = formatAgentStop(result);
  const exit = formatAgentExit(result);
  const deciding = findDecidingGate(verdict.status, verdict.gates);
  const shown =
    deciding ?? (verdict.status === 'success' ? verdict.gates.find((gate) => gate.gate === 'G3') : undefined);
  return {
    attempt_id: result.attempt_id,
    task: versioned ? `${result.contract.id} @ ${result.contract.version.slice(0, 8)}` : result.contract.id,
    tier: result.contract.tier,
    agent: formatAgentLabel(result, arm),
    trial: result.trial,
    status: verdict.status,
    gates: Object.fromEntries(
      GATES.map((id) => [
        id,
        toGateMark(
          verdict.gates.find((gate) => gate.gate === id),
          verdict.status,
        ),
      ]),
    ) as AttemptRow['gates'],
    decided_by: deciding?.gate ?? null,
    further: verdict.gates
      .filter((gate) => gate !== deciding && !['pass', 'none'].includes(toGateMark(gate, verdict.status)))
      .map(({ gate, why }) => ({ gate, why })),
    why: [shown?.why || verdict.reason, stop, exit, formatLeftOutFiles(result)]
      .filter((each) => each !== '')
      .join(' – '),
    stop,
    exit,
    wall_ms: result.timing.wall_ms,
    cost_usd: result.cost.total_usd,
    isolated: result.sandbox.isolated,
    strength: hasStrength(result) ? formatStrengthFigure(verdict.oracle.strength.bits) : '',
    weakness: formatWeakness(result, min_strength),
    suspicions: formatSuspicions(result),
    optional: listOptionalMisses(result).map(formatOptionalMiss),
    result,
  };
}

/**
 * Returns the gate that made an attempt a failure or an error.
 *
 * @returns undefined for a success and for an invalid attempt
 */
export function findDecidingGate(status: VerdictStatus, gates: readonly Gate[]): Gate | undefined {
  if (status === 'failure') return gates.find((gate) => gate.reached && gate.outcome === 'fail');
  if (status === 'acceptance_error') return gates.find((gate) => gate.reached && gate.outcome === 'error');
  return undefined;
}

/**
 * Returns the mark of a gate. An invalid attempt shows only a broken policy, which holds whatever evidence is missing.
 */
function toGateMark(gate: Gate | undefined, status: VerdictStatus): GateMark {
  if (gate === undefined || !gate.reached) return 'none';
  return status !== 'invalid' || (gate.gate === 'G4' && gate.outcome === 'fail') ? gate.outcome : 'none';
}

/** Formats the files that were too large for a patch that did not pass; it may lack them. */
function formatLeftOutFiles({ verdict: { status, findings } }: AttemptResult): string {
  return status === 'success' ? '' : (findings.find(({ rule }) => rule === OMITTED_FILE_RULE)?.message ?? '');
}

/**
 * Formats why the agent was stopped, beside the verdict on its patch (requirement R8). An invalid attempt has it as its
 * reason.
 */
function formatAgentStop(result: AttemptResult): string {
  const { status, termination } = result.verdict;
  if (status === 'invalid' || termination === null || termination.code === 'finished') return '';
  const cap = getReachedCap(result);
  return `agent stopped (${cap === undefined ? termination.code : `cap: ${cap}`}): ${termination.rationale}`;
}

/** Formats how the agent's command ended, with its last error line. The exit status decides nothing. */
export function formatAgentExit({ verdict: { agent_exit, tags } }: Pick<AttemptResult, 'verdict'>): string {
  if (agent_exit === null || tags.some(({ id }) => id === 'agent-not-started')) return '';
  return (
    'agent ended with ' +
    `${formatExitCause(agent_exit)}${agent_exit.stderr_tail.length > 0 ? `: ${agent_exit.stderr_tail.at(-1)}` : ''}`
  );
}

/** Formats the end of a command: its signal or exit status. */
export function formatExitCause({ exit_code, signal }: NonNullable<AttemptResult['verdict']['agent_exit']>): string {
  if (signal !== null) return signal;
  return exit_code === null ? 'no exit status' : `exit status ${exit_code}`;
}

/**
 * Formats an agent with its configuration, as rows and lines name it.
 *
 * @param name name of the arm in a suite; default: that of the agent
 */
export function formatAgentLabel(
  { agent, ablation }: Pick<AttemptResult, 'agent' | 'ablation'>,
  name = agent.name,
): string {
  if (ablation === '' || ablation === 'none') return name;
  return `${name} (without ${ablation === 'all' ? 'any mechanism' : ablation.replaceAll('+', ', ')})`;
}

/** Formats the declared clock of an attempt, as plain text; '' for the real one. */
export function formatClock(clock: AttemptReport['clock']): string {
  if (clock === undefined) return '';
  return clock.held_by === null
    ? `clock ${clock.at} not held (${clock.because ?? 'unknown why'})`
    : `clock from ${clock.at} (${clock.held_by})`;
}

/** Formats how the trust level of an attempt is held, as plain text; '' where the level forbids nothing. */
export function formatTrust(trust: AttemptReport['trust']): string {
  if (trust === undefined) return '';
  const rights = trust.held.length === 0 ? '' : `: no ${trust.held.join(', no ')}`;
  const open = trust.not_held.map(({ right, because }) => `${right} not enforced (${because})`).join(', ');
  return `trust level ${trust.level}${rights}${open === '' ? '' : `; ${open}`}`;
}
