import { compareAction } from './action_compare.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { planAction } from './action_plan.js';
import type { ActionOutcome } from './action_publish.js';
import { reportAction } from './action_report.js';
import { runAction } from './action_run.js';
import { compare } from './compare.js';
import type { RunOutput } from './orders.js';
import { plan } from './plan.js';
import { report } from './report.js';
import { run } from './run.js';

/** What the Action does, by its input `command`. */
export function act(inputs: ActionInputs, environment: ActionEnvironment, out: RunOutput): Promise<ActionOutcome> {
  switch (inputs.command) {
    case 'run':
      return runAction(inputs, environment, out, run);
    case 'plan':
      return planAction(inputs, environment, out, plan);
    case 'report':
      return reportAction(inputs, environment, out, report);
    case 'compare':
      return compareAction(inputs, environment, out, compare);
  }
}
