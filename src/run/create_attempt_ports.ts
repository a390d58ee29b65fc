import { createGuard } from '../guard/create_guard.js';
import type { AttemptPorts } from './attempt/attempt_ports.js';
import { openCoordinationSession } from './coordination/open_coordination_session.js';
import { evaluatePatch } from './evaluation/evaluate_patch.js';
import { recordSkippedChecks } from './evaluation/run_check.js';
import { describeModel } from './model_access/describe_model.js';
import { openAttemptGateway } from './model_access/open_attempt_gateway.js';
import { assessBriefingRisk } from './safety/assess_briefing_risk.js';
import { combineRules } from './safety/read_rules_file.js';
import { openActMonitor } from './supervisor/acts/open_act_monitor.js';
import { openImportedGuard } from './supervisor/acts/open_imported_guard.js';
import { openSupervisor } from './supervisor/open_supervisor.js';

/** Creates the rooms that an attempt uses through interfaces; nothing else names them all. */
export const createAttemptPorts = (): AttemptPorts => ({
  guard: {
    createGuard: (rules) => createGuard(combineRules(rules)),
    assessBriefing: (contract, rules) => assessBriefingRisk(contract, combineRules(rules)),
    openActMonitor,
    openSupervisor,
    openImportedGuard,
  },
  gateway: { openAttemptGateway, describeModel },
  coordination: { openCoordinationSession },
  oracle: { evaluatePatch, recordSkippedChecks },
});
