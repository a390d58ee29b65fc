import { UNOBSERVED_SAFETY } from '../verdict/safety_metrics.js';
import {
  type AddedField,
  addFields,
  findNewestRubric,
  isJsonRecord,
  type JsonRecord,
  readOlderRubric,
} from './added_field.js';

const NOT_RECORDED = 'the version that made the record did not observe it';

const REPORT_FIELDS: readonly AddedField[] = [
  { since: 2, path: ['network_replayable'], value: false },
  { since: 3, path: ['verdict', 'coordination'], value: null },
  {
    since: 3,
    path: ['verdict', 'safety'],
    value: {
      ...UNOBSERVED_SAFETY,
      metrics: Object.fromEntries(Object.keys(UNOBSERVED_SAFETY.metrics).map((name) => [name, null])),
      unknown: Object.fromEntries(Object.keys(UNOBSERVED_SAFETY.metrics).map((name) => [name, NOT_RECORDED])),
    },
  },
  { since: 4, path: ['contract', 'kind'], value: null },
  { since: 4, path: ['contract', 'source'], value: 'unknown' },
  { since: 4, path: ['verdict', 'model'], value: null },
  { since: 4, path: ['configuration'], value: createConfiguration },
  { since: 4, path: ['cost', 'execution_usd'], value: null },
  { since: 4, path: ['cost', 'human_usd'], value: null },
  { since: 4, path: ['cost', 'overhead_usd'], value: null },
  { since: 4, path: ['cost', 'unpriced'], value: ['execution', 'overhead'] },
  { since: 4, path: ['cost', 'requests'], value: 0 },
  { since: 4, path: ['cost', 'estimated_requests'], value: 0 },
  { since: 4, path: ['cost', 'tokens'], value: null },
  { since: 4, path: ['cost', 'by_phase'], value: {} },
  { since: 4, path: ['cost', 'prices'], value: [] },
  { since: 4, path: ['cost', 'fallback_units'], value: 0 },
  { since: 5, path: ['verdict', 'agent_exit'], value: null },
  {
    since: 5,
    path: ['verdict', 'oracle'],
    value: {
      proven: false,
      canary: 'none',
      strength: {
        bits: null,
        rounds: 0,
        repeated: 0,
        tests: 0,
        total: 0,
        per_test_bits: null,
        because: 'the version that made the record had no challenge rounds',
      },
      suspicions: [],
    },
  },
];

const NEWEST = findNewestRubric(REPORT_FIELDS);

/** Returns a report, or a line of results, in today's form. Anything else is returned as it is. */
export function migrateReport(value: unknown): unknown {
  const rubric = readOlderRubric(value, 'verdict', NEWEST);
  return rubric === undefined ? value : addFields(value as JsonRecord, rubric, REPORT_FIELDS);
}

/** Creates the configuration of an attempt as far as its report says it. */
function createConfiguration({ agent, sandbox }: JsonRecord): unknown {
  const { kind, name } = isJsonRecord(agent) ? agent : {};
  const { backend } = isJsonRecord(sandbox) ? sandbox : {};
  return {
    agent_identity: `unknown: ${String(kind)} ${String(name)}`,
    model: null,
    temperatures: [],
    tools: {},
    lockfiles: {},
    image: null,
    sandbox_class: String(backend ?? 'unknown'),
    caps: null,
  };
}
