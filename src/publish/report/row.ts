import { LEFT_OUT } from '../../judge/rubric/left_out_findings.js';
import type { Result } from '../../record/result.js';
import { GATES, type Gate, type GateId, type Status } from '../../record/verdict.js';
import { capOf } from './costs.js';
import { hasStrength, isWeakPass, strengthFigure, suspicionsOf, weaknessOf } from './strength.js';

/** What one gate says in a table: `none` = an earlier gate decided, this one was not tried. */
export type GateMark = 'pass' | 'fail' | 'error' | 'none';

/** One attempt as a row of the table. */
export interface Row {
  attempt_id: string;
  /** contract id, with the version appended when the report mixes versions of it */
  task: string;
  tier: number;
  /** agent name, with the ablation appended unless it is "none" */
  agent: string;
  trial: number;
  status: Status;
  gates: Record<GateId, GateMark>;
  decided_by: GateId | null;
  /** the deciding gate's reason, or that of the status when no gate decided; why the agent was stopped, if it was; and what is not in a patch that did not pass */
  why: string;
  /** the latter alone; empty = it was not stopped */
  stop: string;
  /** how the agent's command ended, where that was not with 0; empty = with 0, or the reason says so */
  exit: string;
  wall_ms: number;
  /** null = unknown */
  cost_usd: number | null;
  overhead_ms: number;
  isolated: boolean;
  /** strength of a pass as a figure; '' = no pass */
  strength: string;
  /** why a pass is weaker than wanted; '' = it is not, or it is no pass */
  weakness: string;
  /** what a patch that passed holds and a solution seldom needs */
  suspicions: readonly string[];
  result: Result;
}

const SEVERITY: Record<Status, number> = { failure: 0, acceptance_error: 1, invalid: 2, success: 3 };

/** Worst first, weak passes before others, then by task, agent, trial: one order, however results come. */
export function worstFirst(a: Result, b: Result): number {
  return (
    SEVERITY[a.verdict.status] - SEVERITY[b.verdict.status] ||
    Number(isWeakPass(b)) - Number(isWeakPass(a)) ||
    compare(a.contract.id, b.contract.id) ||
    compare(a.contract.version, b.contract.version) ||
    compare(agentLabel(a), agentLabel(b)) ||
    a.trial - b.trial ||
    compare(a.attempt_id, b.attempt_id)
  );
}

/** By code unit: the order must not depend on the locale of the machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @param min_strength bits that a pass must have; 0 = any */
export function rowOf(result: Result, versioned: boolean, min_strength = 0): Row {
  const { verdict } = result;
  const stop = stopOf(result);
  const exit = exitOf(result);
  const deciding = decidingGate(verdict.status, verdict.gates);
  const shown =
    deciding ?? (verdict.status === 'success' ? verdict.gates.find((gate) => gate.gate === 'G3') : undefined);
  return {
    attempt_id: result.attempt_id,
    task: versioned ? `${result.contract.id} @ ${result.contract.version.slice(0, 8)}` : result.contract.id,
    tier: result.contract.tier,
    agent: agentLabel(result),
    trial: result.trial,
    status: verdict.status,
    gates: Object.fromEntries(
      GATES.map((id) => [
        id,
        mark(
          verdict.gates.find((gate) => gate.gate === id),
          verdict.status,
        ),
      ]),
    ) as Row['gates'],
    decided_by: deciding?.gate ?? null,
    why: [shown?.why || verdict.reason, stop, exit, leftOutOf(result)].filter((each) => each !== '').join(' – '),
    stop,
    exit,
    wall_ms: result.timing.wall_ms,
    cost_usd: result.cost.total_usd,
    overhead_ms: result.timing.overhead_ms,
    isolated: result.sandbox.isolated,
    strength: hasStrength(result) ? strengthFigure(verdict.oracle.strength.bits) : '',
    weakness: weaknessOf(result, min_strength),
    suspicions: suspicionsOf(result),
    result,
  };
}

/** The gate that made an attempt a failure or an error; undefined for a success and for an invalid attempt. */
export function decidingGate(status: Status, gates: readonly Gate[]): Gate | undefined {
  if (status === 'failure') return gates.find((gate) => gate.reached && gate.outcome === 'fail');
  if (status === 'acceptance_error') return gates.find((gate) => gate.reached && gate.outcome === 'error');
  return undefined;
}

/** Of an invalid attempt only a broken policy is shown: that holds, whatever evidence is missing. */
function mark(gate: Gate | undefined, status: Status): GateMark {
  if (gate === undefined || !gate.reached) return 'none';
  return status !== 'invalid' || (gate.gate === 'G4' && gate.outcome === 'fail') ? gate.outcome : 'none';
}

/** Files that were too large for a patch that did not pass: they may be what it wants. */
function leftOutOf({ verdict: { status, findings } }: Result): string {
  return status === 'success' ? '' : (findings.find(({ rule }) => rule === LEFT_OUT)?.message ?? '');
}

/** That the agent was stopped, beside what its patch came to (R8: both facts stay visible). An invalid attempt has it as its reason. */
function stopOf(result: Result): string {
  const { status, termination } = result.verdict;
  if (status === 'invalid' || termination === null || termination.code === 'finished') return '';
  const cap = capOf(result);
  return `agent stopped (${cap === undefined ? termination.code : `cap: ${cap}`}): ${termination.rationale}`;
}

/** How the agent's command ended, with the last thing it complained of; an exit status decides nothing, and is worth knowing. */
export function exitOf({ verdict: { agent_exit, tags } }: Pick<Result, 'verdict'>): string {
  if (agent_exit === null || tags.some(({ id }) => id === 'agent-not-started')) return '';
  return `agent ended with ${endOf(agent_exit)}${agent_exit.stderr_tail.length > 0 ? `: ${agent_exit.stderr_tail.at(-1)}` : ''}`;
}

/** The end of a command in words. */
export function endOf({ exit_code, signal }: NonNullable<Result['verdict']['agent_exit']>): string {
  if (signal !== null) return signal;
  return exit_code === null ? 'no exit status' : `exit status ${exit_code}`;
}

/** An agent in its configuration, as rows and lines name it. */
export function agentLabel({ agent, ablation }: Pick<Result, 'agent' | 'ablation'>): string {
  if (ablation === '' || ablation === 'none') return agent.name;
  return `${agent.name} (without ${ablation === 'all' ? 'any mechanism' : ablation.replaceAll('+', ', ')})`;
}
