import { z } from 'zod';
import { lockSchema } from '../contract/lock.js';
import { contractSchema } from '../contract/schema.js';
import { didYouMean } from '../contract/suggest.js';
import { suiteSchema } from '../contract/suite.js';
import { UserError } from '../contract/user_error.js';
import { analysisSchema } from '../judge/analysis/analysis.js';
import { comparedSchema } from '../judge/analysis/compared.js';
import { pilotReportSchema } from '../judge/pilot/pilot_report.js';
import { counterfactualSchema } from '../record/counterfactual.js';
import { eventSchema } from '../record/events.js';
import { historyLineSchema } from '../record/history.js';
import { manifestSchema } from '../record/manifest.js';
import { protocolSchema, removalSchema } from '../record/pilot.js';
import { planSchema } from '../record/plan.js';
import { reportSchema, resultSchema } from '../record/result.js';
import { scheduleLineSchema } from '../record/schedule.js';
import { verdictSchema } from '../record/verdict.js';
import { agentFileSchema } from '../run/agents/agent_schema.js';
import { scriptSchema } from '../run/agents/script.js';
import { upstreamScriptSchema } from '../run/gateway/scripted/script.js';
import { backendSchema } from '../run/gateway/steering/backend.js';
import { redactionFileSchema } from '../run/redaction/redaction_file.js';
import { ruleFileSchema } from '../run/safety/guardrails/rule.js';
import { modelsFileSchema } from './models_file.js';
import { type SchemaName, schemaNames } from './schema_names.js';

const schemas: Record<SchemaName, { schema: z.ZodType; title: string }> = {
  contract: { schema: contractSchema, title: 'gatebench contract (contract.yml)' },
  lock: { schema: lockSchema, title: 'gatebench proof of a contract (contract.lock)' },
  suite: { schema: suiteSchema, title: 'gatebench suite (gatebench.yml)' },
  script: { schema: scriptSchema, title: 'gatebench script of a scripted agent' },
  'upstream-script': { schema: upstreamScriptSchema, title: 'gatebench script of a model (upstream)' },
  agent: { schema: agentFileSchema, title: 'gatebench agent file' },
  rules: { schema: ruleFileSchema, title: 'gatebench guardrail rules' },
  models: { schema: modelsFileSchema, title: 'gatebench models file (upstreams)' },
  backend: { schema: backendSchema, title: 'gatebench backend file (how a server is steered)' },
  redaction: { schema: redactionFileSchema, title: 'gatebench redaction rules' },
  plan: { schema: planSchema, title: 'gatebench plan of a suite (plan.json)' },
  schedule: { schema: scheduleLineSchema, title: 'gatebench schedule (one line of schedule.jsonl)' },
  history: { schema: historyLineSchema, title: 'gatebench history (one line of it)' },
  pilot: { schema: protocolSchema, title: 'gatebench protocol of a pilot (pilot.json)' },
  'pilot-removal': { schema: removalSchema, title: 'gatebench removal of a task from a pilot (one line of its log)' },
  event: { schema: eventSchema, title: 'gatebench event (one line of events.jsonl)' },
  manifest: { schema: manifestSchema, title: 'gatebench run manifest (manifest.json)' },
  verdict: { schema: verdictSchema, title: 'gatebench verdict' },
  report: { schema: reportSchema, title: 'gatebench run report (report.json)' },
  result: { schema: resultSchema, title: 'gatebench result (one line of results.jsonl)' },
  analysis: { schema: analysisSchema, title: 'gatebench analysis of a suite (analysis.json)' },
  comparison: {
    schema: comparedSchema,
    title: 'gatebench comparison of two results (comparison.json, regression.json)',
  },
  counterfactual: { schema: counterfactualSchema, title: 'gatebench counterfactual score (never a result)' },
  'pilot-report': { schema: pilotReportSchema, title: 'gatebench report of a pilot (pilot_report.json)' },
};

/** The JSON Schema (draft 2020-12) of one of our formats. @throws {UserError} for an unknown name */
export function jsonSchema(name: string): unknown {
  const found = schemas[name as SchemaName];
  if (!found)
    throw new UserError(
      `unknown schema "${name}"${didYouMean(name, schemaNames)}`,
      `Known: ${schemaNames.join(', ')}.`,
    );
  return { title: found.title, ...z.toJSONSchema(found.schema, { io: 'input', unrepresentable: 'any' }) };
}
