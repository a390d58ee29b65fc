import { decisionFile } from '../run/escalation/decision_file.js';
import { type Operator, personAt } from '../run/escalation/operator.js';
import type { RunOrder, RunOutput } from './orders.js';

/** Everybody who can be asked for a decision in this run (R12); with `ask: false` nobody. */
export function operatorsOf({ ask }: RunOrder, people: RunOutput['people']): Operator[] {
  if (!ask) return [];
  return [
    ...(people?.terminal ? [personAt('terminal', people.terminal)] : []),
    ...(people?.github ? [personAt('github', people.github)] : []),
    ...(people?.file === false ? [] : [decisionFile()]),
  ];
}
