import type { Mechanism } from '../../../src/contract/coordination/mechanism.js';
import { computeMechanismUse } from '../../../src/judge/analysis/trials/mechanism_use.js';
import { type Trial, toTrial } from '../../../src/judge/analysis/trials/trial.js';
import type { Arm } from '../../../src/record/planning/plan.js';
import { givenResult } from '../../publish/given_results.js';

/** One run per letter: s(uccess), f(ailure), i(ndeterminate), x (invalid). */
export function givenTrials(arm: string, tasks: Record<string, string>, also: Partial<Trial> = {}): Trial[] {
  return Object.entries(tasks).flatMap(([task, letters]) =>
    [...letters].map((letter, i): Trial => {
      const given = { s: {}, f: { gates: 'ppfp' }, i: { gates: 'ppe-' }, x: { status: 'invalid' as const } }[letter]!;
      const result = givenResult({ attempt: `${arm}-${task}-${i + 1}`, task, trial: i + 1, ...given });
      return { ...toTrial(result, { id: arm }), ...also };
    }),
  );
}

export const givenArm = (name: string, ablation = 'none', id?: string): Arm => ({
  id: id ?? (ablation === 'none' ? name : `${name} -${ablation}`),
  name,
  agent: name,
  model: null,
  effort: null,
  effort_of: null,
  ablation,
  role: 'agent',
  human_minutes: null,
  human_usd_per_hour: null,
});

export const using = (mechanism: Mechanism, asked: number, acted = 0) => ({
  ...computeMechanismUse(givenResult().verdict),
  [mechanism]: { asked, acted },
});

/** `n` tasks whose runs all end like `letters`. */
export const alike = (n: number, letters: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`task-${String(i + 1).padStart(2, '0')}`, letters]));

export const SETTINGS = {
  outcome: 'success',
  confidence: 0.95,
  minimum_effect: 0.1,
  resamples: 2000,
  seed: 20260307,
} as const;
