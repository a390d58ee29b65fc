import { terminal as safe } from '../publish/report/escape.js';
import { elapsed } from '../publish/report/quantities.js';
import { agentLabel, exitOf } from '../publish/report/row.js';
import { hasStrength, strengthText, suspicionsOf } from '../publish/report/strength.js';
import type { Result } from '../record/result.js';

/** Suspicions that one line names. */
const SUSPICIONS = 2;

/**
 * Returns one attempt in one line, for whoever watches a run. A pass has its strength beside it, and what of its patch is worth a look.
 *
 * @param instead what is said in place of its time: it was not made now
 */
export function attemptLine(result: Result, instead?: string): string {
  const { contract, trial, verdict, timing } = result;
  return `${contract.id} · ${safe(agentLabel(result))}${trial > 1 ? ` · trial ${trial}` : ''} · ${verdict.status === 'invalid' ? 'invalid' : verdict.gate_vector} · ${instead ?? elapsed(timing.wall_ms)}${reasonOf(result)}${exitWords(result)}`;
}

function reasonOf(result: Result): string {
  const { verdict } = result;
  if (verdict.status === 'success') {
    const strength = hasStrength(result) ? ` · ${safe(strengthText(verdict.oracle.strength))}` : '';
    return `${strength}${suspicious(result)}`;
  }
  const last = verdict.gates.find((gate) => gate.reached && gate.outcome !== 'pass');
  return ` · ${safe(verdict.status === 'invalid' ? verdict.reason : (last?.why ?? '')).slice(0, 240)}`;
}

function exitWords(result: Result): string {
  const exit = exitOf(result);
  return exit === '' ? '' : ` · ${safe(exit).slice(0, 240)}`;
}

function suspicious(result: Result): string {
  const all = suspicionsOf(result);
  if (all.length === 0) return '';
  const more = all.length > SUSPICIONS ? `; and ${all.length - SUSPICIONS} more` : '';
  return ` · worth a look: ${all.slice(0, SUSPICIONS).map(safe).join('; ')}${more}`;
}
