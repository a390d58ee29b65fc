import { compareResults } from '../commands/compare/compare_results.js';
import { compareSettings } from '../commands/compare_settings/compare_settings.js';
import type { CommandContext } from '../commands/io/command_context.js';
import { planStudy } from '../commands/plan/plan_study.js';
import { reportResults } from '../commands/report/report_results.js';
import { runStudy } from '../commands/run/run_study.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import type { ActionOutcome } from './action_publication.js';
import { executeCompareAction } from './execute_compare_action.js';
import { executePlanAction } from './execute_plan_action.js';
import { executeReportAction } from './execute_report_action.js';
import { executeRunAction } from './execute_run_action.js';

/** Executes the command that the Action's input `command` names. */
export function executeAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: CommandContext,
): Promise<ActionOutcome> {
  switch (inputs.command) {
    case 'run':
      return executeRunAction(inputs, environment, { ...out, offers_unsafe: true }, runStudy);
    case 'plan':
      return executePlanAction(inputs, environment, out, planStudy);
    case 'report':
      return executeReportAction(inputs, environment, out, reportResults);
    case 'compare':
      if (inputs.settings) return executeRunAction(inputs, environment, out, compareSettings);
      return executeCompareAction(inputs, environment, out, compareResults);
  }
}
