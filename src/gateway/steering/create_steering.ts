import { dirname, relative, resolve } from 'node:path';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { DialectName, SteeringOutcome } from '../../record/events/model_payloads.js';
import { computeDigest, toCanonicalJson } from '../../record/json/compute_digest.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import type { JsonObject } from '../dialects/dialect.js';
import { normaliseHookpoint } from './find_hookpoint_layer.js';
import { buildSteeringField, type PreparedRow, prepareRow } from './prepare_row.js';
import { readSteeringVector } from './read_steering_vector.js';
import { shippedSteeringBackends } from './shipped_steering_backends.js';
import type { Steering } from './steering.js';
import { type SteeringBackend, type SteeringBackendSpec, steeringBackendSchema } from './steering_backend_spec.js';
import { readSteeringFile, type SteeringConfig, type SteeringRow } from './steering_vector_adapter.js';

/** Maximum number of conflicts and refused rows in one message. */
const SHOWN = 10;

/** Lists the names of the backends that ship with gatebench. */
export const listSteeringBackends = (): string[] => shippedSteeringBackends.map(({ name }) => name);

/**
 * Creates the steering of a run: rows of a CSV file, mapped by a backend (requirement A3).
 *
 * @param options backend: name of a shipped one, or a file that ends in .yml
 * @throws {UserError} with file:line for rows that are wrong, contradict each other, or are refused by the backend
 */
export function createSteering(options: { file: string; backend: string }, cwd: string): Steering {
  const backend = readSteeringBackend(options.backend, cwd);
  const { rows, path } = readSteeringFile(options.file, cwd);
  throwConflicts(
    findSteeringConflicts(rows, !backend.steers || backend.same_hookpoint === 'sum'),
    'Keep one of the two.',
  );
  const folder = dirname(path);
  const vectors = rows.map(({ config, at }) =>
    config.vector_file === undefined ? undefined : readSteeringVector(config.vector_file, folder, at),
  );
  const prepared = rows.map((row, i) => prepareRow(row, backend, vectors[i]));
  if (backend.steers) checkRows(backend, rows, prepared);
  const sha256 = computeDigest({
    backend,
    rows: rows.map(({ config }) => config),
    vectors: vectors.map((vector) => vector?.sha256 ?? null),
  });
  return {
    ...createInjection(backend, prepared),
    identity: { sha256, backend: backend.name, rows: rows.length },
    warnings: listWarnings(backend, prepared),
  };
}

function checkRows(backend: SteeringBackend, rows: readonly SteeringRow[], prepared: readonly PreparedRow[]): void {
  const [first, ...further_rows] = rows.filter((_, i) => prepared[i]?.told !== undefined);
  if (backend.rows === 'one' && first && further_rows.length > 0)
    throwConflicts(
      further_rows.map(({ at }) => `${at}  ${backend.name} takes one row in a request (the other is ${first.at})`),
      'Keep one of them.',
    );
  if (backend.unsupported === 'refuse')
    throwConflicts(
      prepared.flatMap(({ told, outcome }, i) => (told === undefined ? [`${rows[i]?.at}  ${outcome.reason}`] : [])),
      'Take these rows out, or let the backend file say `unsupported: noop`.',
    );
}

function createInjection(backend: SteeringBackendSpec, prepared: readonly PreparedRow[]): Pick<Steering, 'inject'> {
  const active_rows = prepared.filter((row) => row.told !== undefined).map((row) => row.told);
  const outcomes = prepared.map(({ outcome }) => outcome);
  const nothing = (body: JsonObject, reason: string) => ({
    body,
    // A row without effect keeps its own reason.
    outcomes: outcomes.map(
      (each): SteeringOutcome => (each.outcome === 'noop' ? each : { ...each, outcome: 'noop', reason }),
    ),
  });
  if (!backend.steers || active_rows.length === 0) return { inject: (body) => ({ body, outcomes: [...outcomes] }) };
  const { request_path, dialects, name } = backend;
  const path = request_path.split('.');
  const field = buildSteeringField(backend, active_rows);
  return {
    inject(body: JsonObject, dialect: DialectName) {
      if (!dialects.includes(dialect))
        return nothing(body, `dialect_without_steering: ${name} has no field in ${dialect}`);
      const sent = insertField(body, path, field);
      // The client's own field is kept, and the conflict becomes the outcome.
      return typeof sent === 'string' ? nothing(body, sent) : { body: sent, outcomes: [...outcomes] };
    },
  };
}

/**
 * Inserts a field at a path of a copy of the body.
 *
 * @returns the body, or the reason why it cannot have the field
 */
function insertField(body: JsonObject, [key, ...rest]: readonly string[], field: unknown): JsonObject | string {
  const has_key = Object.hasOwn(body, key!);
  if (rest.length === 0) return has_key ? `conflict: the request has a ${key} of its own` : { ...body, [key!]: field };
  const inner = has_key ? (body[key!] ?? {}) : {};
  if (typeof inner !== 'object' || Array.isArray(inner)) return `conflict: ${key} of the request is no object`;
  const placedInner = insertField(inner as JsonObject, rest, field);
  return typeof placedInner === 'string' ? placedInner : { ...body, [key!]: placedInner };
}

/** Lists warnings for the start of a run: rows without effect, or with less than they say. One line for each reason. */
function listWarnings(backend: SteeringBackendSpec, prepared: readonly PreparedRow[]): string[] {
  const reasons = new Map<string, number[]>();
  for (const { outcome } of prepared)
    if (outcome.outcome !== 'applied')
      reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), outcome.row]);
  return [...reasons].map(([reason, rows]) => {
    const shown = rows.length > 20 ? `${rows.slice(0, 20).join(', ')}, …` : rows.join(', ');
    const subject = rows.length === prepared.length ? 'any row' : `row ${shown}`;
    const effect = reason.startsWith('coefficient_unheeded') ? 'does not heed all of' : 'does nothing with';
    return `steering: ${backend.name} ${effect} ${subject}: ${reason}`;
  });
}

function throwConflicts(lines: readonly string[], remedy: string): void {
  if (lines.length === 0) return;
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more`] : [];
  throw new UserError([...lines.slice(0, SHOWN), ...more], remedy);
}

/**
 * Finds conflicts between rows at one hookpoint. Only rows that add can share a hookpoint, since a sum has no order.
 * The same vector twice is a mistake, and for other combinations the order would decide.
 *
 * @param sums true if the backend adds up several rows at one hookpoint
 * @returns one line for each row that conflicts with an earlier one, naming both
 */
function findSteeringConflicts(rows: readonly SteeringRow[], sums: boolean): string[] {
  const rows_by_hookpoint = new Map<string, SteeringRow[]>();
  return rows.flatMap((row) => {
    const hookpoint = normaliseHookpoint(row.config.hookpoint);
    const earlier_rows = rows_by_hookpoint.get(hookpoint) ?? [];
    rows_by_hookpoint.set(hookpoint, [...earlier_rows, row]);
    for (const earlier of earlier_rows) {
      const why = describeConflict(earlier.config, row.config, sums);
      if (why !== undefined) return [`${row.at}  ${row.config.hookpoint}: ${why} (the other is ${earlier.at})`];
    }
    return [];
  });
}

function describeConflict(one: SteeringConfig, other: SteeringConfig, sums: boolean): string | undefined {
  if (identifyVector(one) === identifyVector(other)) return 'two rows have the same vector at one hookpoint';
  const actions = [one.action, other.action];
  if (actions.some((action) => action !== 'add'))
    return `${actions.join(' and ')} at one hookpoint depend on their order`;
  return sums ? undefined : 'the backend takes one vector at a hookpoint';
}

const identifyVector = ({ feature_index, sparse_model, sae_id, vector_file, vector_path }: SteeringConfig) =>
  toCanonicalJson([
    feature_index ?? null,
    sparse_model ?? null,
    sae_id ?? null,
    vector_file ?? null,
    vector_path ?? null,
  ]);

/**
 * Reads a shipped backend by its name, or one of a file.
 *
 * @throws {UserError} with file:line:column
 */
function readSteeringBackend(wanted: string, cwd: string): SteeringBackendSpec {
  if (!/\.ya?ml$/.test(wanted)) {
    const names = shippedSteeringBackends.map((backend) => backend.name);
    const shipped = shippedSteeringBackends.find((backend) => backend.name === wanted);
    if (shipped) return steeringBackendSchema.parse(shipped);
    throw new UserError(
      `no steering backend "${wanted}"${suggestName(wanted, names)}`,
      `There are ${names.join(', ')}; or name a file that ends in .yml.`,
    );
  }
  const path = resolve(cwd, wanted);
  let text: string;
  try {
    text = readRegularFile(path).toString('utf8');
  } catch (error) {
    throw new UserError(`steering backend ${wanted} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseYaml(text, relative(cwd, path) || path, steeringBackendSchema).value;
}
