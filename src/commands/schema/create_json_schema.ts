import { z } from 'zod';
import { contractSchema } from '../../contract/contract_schema.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { contractDefaultsSchema } from '../../contract/loaded_contract.js';
import { suiteSchema } from '../../contract/suite/suite.js';
import { contractLockSchema } from '../../contract/validation/contract_lock.js';
import { upstreamScriptSchema } from '../../gateway/scripted/upstream_script.js';
import { steeringBackendSchema } from '../../gateway/steering/steering_backend_spec.js';
import { guardRuleFileSchema } from '../../guard/rules/guard_rule.js';
import { analysisSchema } from '../../judge/analysis/analysis.js';
import { comparisonReportSchema } from '../../judge/analysis/regression/comparison_report.js';
import { replicationSummarySchema } from '../../judge/analysis/replay/replication_summary.js';
import { costPrecisionSchema } from '../../judge/pilot/cost_precision.js';
import { pilotReportSchema } from '../../judge/pilot/pilot_report.js';
import { eventSchema } from '../../record/events/event.js';
import { manifestSchema } from '../../record/manifest/manifest.js';
import {
  costInputsSchema,
  declaredDeviationSchema,
  pilotProtocolSchema,
  taskRemovalSchema,
} from '../../record/planning/pilot_protocol.js';
import { planSchema, scheduleLineSchema, settingsComparisonSchema } from '../../record/planning/plan.js';
import { historyLineSchema } from '../../record/planning/suite_history.js';
import { removalSchema } from '../../record/storage/removal.js';
import { attemptReportSchema, attemptResultSchema, counterfactualSchema } from '../../record/verdict/attempt_result.js';
import { verdictSchema } from '../../record/verdict/verdict.js';
import { agentFileSchema } from '../../run/agents/catalog/agent_file_schema.js';
import { scriptSchema } from '../../run/agents/script/script_schema.js';
import { redactionFileSchema } from '../../run/redaction/read_redaction.js';
import { modelsFileSchema } from '../models/models_file_schema.js';
import { OPTION_TABLE } from '../options/option_table.js';
import { retentionPolicySchema } from '../retain/read_retention_policy.js';

const SCHEMA_NAMES = OPTION_TABLE.schema.kind.choices;
type SchemaName = (typeof SCHEMA_NAMES)[number];

/** Schemas and their titles, without the name of the program. */
const schemas: Record<SchemaName, readonly [schema: z.ZodType, title: string]> = {
  contract: [contractSchema, 'contract (contract.yml)'],
  defaults: [contractDefaultsSchema, 'defaults of contracts (defaults.yml)'],
  lock: [contractLockSchema, 'proof of a contract (contract.lock)'],
  suite: [suiteSchema, 'suite (gatebench.yml)'],
  settings: [settingsComparisonSchema, 'differences of the settings of agents (settings.json)'],
  script: [scriptSchema, 'script of a scripted agent'],
  'upstream-script': [upstreamScriptSchema, 'script of a model (upstream)'],
  agent: [agentFileSchema, 'agent file'],
  rules: [guardRuleFileSchema, 'guardrail rules'],
  models: [modelsFileSchema, 'models file (upstreams)'],
  backend: [steeringBackendSchema, 'backend file (how a server is steered)'],
  redaction: [redactionFileSchema, 'redaction rules'],
  plan: [planSchema, 'plan of a suite (plan.json)'],
  schedule: [scheduleLineSchema, 'schedule (one line of schedule.jsonl)'],
  history: [historyLineSchema, 'history (one line of it)'],
  pilot: [pilotProtocolSchema, 'protocol of a pilot (pilot.json)'],
  'pilot-removal': [taskRemovalSchema, 'removal of a task from a pilot (one line of its log)'],
  'pilot-deviation': [declaredDeviationSchema, 'declared deviation of a pilot (one line of its log)'],
  'pilot-cost-inputs': [costInputsSchema, 'inputs of the cost model of a pilot (cost_model_inputs.json)'],
  'pilot-cost-precision': [
    costPrecisionSchema,
    'projection of cost against precision of a pilot (cost_precision.json)',
  ],
  event: [eventSchema, 'event (one line of events.jsonl)'],
  manifest: [manifestSchema, 'run manifest (manifest.json)'],
  verdict: [verdictSchema, 'verdict'],
  report: [attemptReportSchema, 'run report (report.json)'],
  result: [attemptResultSchema, 'result (one line of results.jsonl)'],
  removal: [removalSchema, 'removal from a record (one line of removals.jsonl)'],
  retention: [retentionPolicySchema, 'retention policy (retention.yml)'],
  replication: [replicationSummarySchema, 'trials that repeat a recorded attempt (replication.json)'],
  analysis: [analysisSchema, 'analysis of a suite (analysis.json)'],
  comparison: [comparisonReportSchema, 'comparison of two results (comparison.json, regression.json)'],
  counterfactual: [counterfactualSchema, 'counterfactual score (never a result)'],
  'pilot-report': [pilotReportSchema, 'report of a pilot (pilot_report.json)'],
};

/** Creates the JSON Schema (draft 2020-12) of a format. @throws {UserError} for an unknown name */
export function createJsonSchema(name: string): unknown {
  const entry = schemas[name as SchemaName];
  if (!entry)
    throw new UserError(
      `unknown schema "${name}"${suggestName(name, SCHEMA_NAMES)}`,
      `Known: ${SCHEMA_NAMES.join(', ')}.`,
    );
  const [schema, title] = entry;
  return { title: `gatebench ${title}`, ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
}
