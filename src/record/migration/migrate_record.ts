import { contractSchema } from '../../contract/contract_schema.js';
import { mechanisms } from '../../contract/coordination/mechanism.js';
import { UNOBSERVED_SAFETY } from '../verdict/safety_metrics.js';

/**
 * Migration of records on read: manifests and reports of earlier rubrics get the fields that were added later. A record
 * on disk never changes, and its digests are those of the text on disk. What an earlier version did not record is
 * unknown (null) afterwards, never made up. A record whose form is that of its own rubric is left as it is, so that a
 * field that was taken out of a newer record is still a fault.
 */

/** Field that a rubric added, with what it is in records from before. */
interface AddedField {
  /** Rubric whose records have the field first. */
  since: number;
  path: readonly string[];
  /** Value in records from before; a function receives the whole file. */
  value: unknown | ((file: JsonRecord) => unknown);
}

type JsonRecord = Record<string, unknown>;

const MANIFEST_FIELDS: readonly AddedField[] = [
  { since: 2, path: ['stubs_sha256'], value: null },
  { since: 2, path: ['proof'], value: null },
  // There was no layer of coordination that could have been on.
  { since: 3, path: ['mechanisms'], value: Object.fromEntries(mechanisms.map((mechanism) => [mechanism, false])) },
  { since: 3, path: ['guardrail_rules'], value: { contract: null, suite: null } },
  { since: 4, path: ['caps'], value: null },
  { since: 4, path: ['model'], value: null },
];

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

/** Rubric from which on contracts in manifests have every term that is judged today. */
const COMPLETE_CONTRACTS = 5;

/** Returns a manifest in today's form. Anything that is no manifest of an earlier rubric is returned as it is. */
export function migrateManifest(value: unknown): unknown {
  const rubric = readRubric(value, 'harness');
  if (rubric === undefined) return value;
  const migrated = addFields(value as JsonRecord, rubric, MANIFEST_FIELDS);
  const { contract } = migrated;
  if (rubric >= COMPLETE_CONTRACTS || !isRecord(contract)) return migrated;
  // Terms that contracts got later have their defaults: they held for no record from before.
  const body = contractSchema.safeParse(contract.body);
  return body.success ? { ...migrated, contract: { ...contract, body: body.data } } : migrated;
}

/** Returns a report, or a line of results, in today's form. Anything else is returned as it is. */
export function migrateReport(value: unknown): unknown {
  const rubric = readRubric(value, 'verdict');
  return rubric === undefined ? value : addFields(value as JsonRecord, rubric, REPORT_FIELDS);
}

/** Reads the rubric of a file. @returns undefined if it states none, or one that needs no migration */
function readRubric(value: unknown, part: string): number | undefined {
  const stated = isRecord(value) ? value[part] : undefined;
  const rubric = isRecord(stated) ? Number(stated.rubric) : Number.NaN;
  return Number.isSafeInteger(rubric) && rubric >= 1 && rubric < NEWEST ? rubric : undefined;
}

function addFields(file: JsonRecord, rubric: number, fields: readonly AddedField[]): JsonRecord {
  let migrated = file;
  for (const { since, path, value } of fields)
    if (rubric < since) migrated = addField(migrated, path, typeof value === 'function' ? value(file) : value);
  return migrated;
}

function addField(at: JsonRecord, [key, ...rest]: readonly string[], value: unknown): JsonRecord {
  const found = at[key!];
  if (rest.length > 0) return isRecord(found) ? { ...at, [key!]: addField(found, rest, value) } : at;
  return found === undefined ? { ...at, [key!]: value } : at;
}

/** Creates the configuration of an attempt as far as its report says it. */
function createConfiguration({ agent, sandbox }: JsonRecord): unknown {
  const { kind, name } = isRecord(agent) ? agent : {};
  const { backend } = isRecord(sandbox) ? sandbox : {};
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

const NEWEST = Math.max(...[...MANIFEST_FIELDS, ...REPORT_FIELDS].map(({ since }) => since));
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
