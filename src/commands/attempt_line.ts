import { terminal as safe } from '../publish/report/escape.js';
import { elapsed } from '../publish/report/quantities.js';
import { agentLabel, exitOf } from '../publish/report/row.js';
import type { Result } from '../record/result.js';

/** One attempt in one line, for whoever watches a run. @param instead what is said in place of its time: it was not made now */
export function attemptLine(result: Result, instead?: string): string {
  const { contract, trial, verdict, timing } = result;
  const last = verdict.gates.find((gate) => gate.reached && gate.outcome !== 'pass');
  const why =
    verdict.status === 'success'
      ? ''
      : ` · ${safe(verdict.status === 'invalid' ? verdict.reason : (last?.why ?? '')).slice(0, 240)}`;
  const exit = exitOf(result);
  return `${contract.id} · ${safe(agentLabel(result))}${trial > 1 ? ` · trial ${trial}` : ''} · ${verdict.status === 'invalid' ? 'invalid' : verdict.gate_vector} · ${instead ?? elapsed(timing.wall_ms)}${why}${exit === '' ? '' : ` · ${safe(exit).slice(0, 240)}`}`;
}
