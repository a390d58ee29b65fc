import { contractSchema } from '../../contract/contract_schema.js';
import { mechanisms } from '../../contract/coordination/mechanism.js';
import {
  type AddedField,
  addFields,
  findNewestRubric,
  isJsonRecord,
  type JsonRecord,
  readOlderRubric,
} from './added_field.js';

const MANIFEST_FIELDS: readonly AddedField[] = [
  { since: 2, path: ['stubs_sha256'], value: null },
  { since: 2, path: ['proof'], value: null },
  // There was no layer of coordination that could have been on.
  { since: 3, path: ['mechanisms'], value: Object.fromEntries(mechanisms.map((mechanism) => [mechanism, false])) },
  { since: 3, path: ['guardrail_rules'], value: { contract: null, suite: null } },
  { since: 4, path: ['caps'], value: null },
  { since: 4, path: ['model'], value: null },
];

/** Rubric from which on contracts in manifests have every term that is judged today. */
const COMPLETE_CONTRACTS = 5;

/** First rubric with all fields of manifests, and of the contracts in them. */
const NEWEST = Math.max(findNewestRubric(MANIFEST_FIELDS), COMPLETE_CONTRACTS);

/** Returns a manifest in today's form. Anything that is no manifest of an earlier rubric is returned as it is. */
export function migrateManifest(value: unknown): unknown {
  const rubric = readOlderRubric(value, 'harness', NEWEST);
  if (rubric === undefined) return value;
  const migrated = addFields(value as JsonRecord, rubric, MANIFEST_FIELDS);
  const { contract } = migrated;
  if (rubric >= COMPLETE_CONTRACTS || !isJsonRecord(contract)) return migrated;
  // Terms that contracts got later have their defaults: they held for no record from before.
  const body = contractSchema.safeParse(dropFormerTerms(contract.body));
  return body.success
    ? { ...migrated, contract: { ...contract, body: fillMissing(contract.body, body.data) } }
    : migrated;
}

/** Returns a contract without the terms that contracts no longer have. */
function dropFormerTerms(body: unknown): unknown {
  if (!isJsonRecord(body) || !isJsonRecord(body.oracle) || !isJsonRecord(body.oracle.perturbation)) return body;
  const { expectations: _, ...perturbation } = body.oracle.perturbation;
  return { ...body, oracle: { ...body.oracle, perturbation } };
}

/** Returns a value with the fields that only the other has. What is there stays as it is: its units are settled. */
function fillMissing(value: unknown, defaults: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(defaults)) return value.map((each, at) => fillMissing(each, defaults[at]));
  if (!isJsonRecord(value) || !isJsonRecord(defaults)) return value;
  const names = new Set([...Object.keys(value), ...Object.keys(defaults)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in value ? fillMissing(value[name], defaults[name]) : defaults[name]]),
  );
}
