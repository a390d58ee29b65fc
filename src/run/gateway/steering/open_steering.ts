import { dirname } from 'node:path';
import { UserError } from '../../../contract/user_error.js';
import { digestOf } from '../../../record/canonical.js';
import type { SteeringOutcome } from '../../../record/model_events.js';
import type { DialectName, JsonObject } from '../dialects/dialect.js';
import type { Backend, SteeringBackend } from './backend.js';
import { conflictsIn } from './conflicts.js';
import { openBackend } from './open_backend.js';
import { fieldOf, type PreparedRow, prepareRow } from './prepare_rows.js';
import type { Steering } from './steering.js';
import type { SteeringRow } from './steering_config.js';
import { readSteeringFile } from './steering_csv.js';
import { readVector } from './vector_file.js';

/** Conflicts and refused rows that one message lists. */
const SHOWN = 10;

/**
 * Opens steering for a run: rows of a CSV file, by the mapping of a backend (A3).
 *
 * @param backend name of a shipped one, or a file that ends in .yml
 * @throws {UserError} with file:line for rows that are wrong, contradict each other, or are refused by the backend
 */
export function openSteering(order: { file: string; backend: string }, cwd: string): Steering {
  const backend = openBackend(order.backend, cwd);
  const { rows, path } = readSteeringFile(order.file, cwd);
  complain(conflictsIn(rows, !backend.steers || backend.same_hookpoint === 'sum'), 'Keep one of the two.');
  const folder = dirname(path);
  const vectors = rows.map(({ config, at }) =>
    config.vector_file === undefined ? undefined : readVector(config.vector_file, folder, at),
  );
  const prepared = rows.map((row, i) => prepareRow(row, backend, vectors[i]));
  if (backend.steers) checkRows(backend, rows, prepared);
  const sha256 = digestOf({
    backend,
    rows: rows.map(({ config }) => config),
    vectors: vectors.map((vector) => vector?.sha256 ?? null),
  });
  return {
    ...injection(backend, prepared),
    identity: { sha256, backend: backend.name, rows: rows.length },
    warnings: warningsOf(backend, prepared),
  };
}

function checkRows(backend: SteeringBackend, rows: readonly SteeringRow[], prepared: readonly PreparedRow[]): void {
  const told = rows.filter((_, i) => prepared[i]!.told !== undefined);
  if (backend.rows === 'one' && told.length > 1)
    complain(
      told.slice(1).map(({ at }) => `${at}  ${backend.name} takes one row in a request (the other is ${told[0]!.at})`),
      'Keep one of them.',
    );
  if (backend.unsupported === 'refuse')
    complain(
      rows.flatMap(({ at }, i) => (prepared[i]!.told === undefined ? [`${at}  ${prepared[i]!.outcome.reason}`] : [])),
      'Take these rows out, or let the backend file say `unsupported: noop`.',
    );
}

function injection(backend: Backend, prepared: readonly PreparedRow[]): Pick<Steering, 'inject'> {
  const told = prepared.filter((row) => row.told !== undefined).map((row) => row.told);
  const outcomes = prepared.map(({ outcome }) => outcome);
  const nothing = (body: JsonObject, reason: string) => ({
    body,
    // A row that would have done nothing anyway keeps its own reason.
    outcomes: outcomes.map(
      (each): SteeringOutcome => (each.outcome === 'noop' ? each : { ...each, outcome: 'noop', reason }),
    ),
  });
  if (!backend.steers || told.length === 0) return { inject: (body) => ({ body, outcomes: [...outcomes] }) };
  const { request_path, dialects, name } = backend;
  const path = request_path.split('.');
  const field = fieldOf(backend, told);
  return {
    inject(body: JsonObject, dialect: DialectName) {
      if (!dialects.includes(dialect))
        return nothing(body, `dialect_without_steering: ${name} has no field in ${dialect}`);
      const sent = placed(body, path, field);
      // Neither merged nor replaced: what the client asked for is what it gets, and it is said.
      return typeof sent === 'string' ? nothing(body, sent) : { body: sent, outcomes: [...outcomes] };
    },
  };
}

/** The body with a field at a path, or why it cannot have one. The given body stays as it is. */
function placed(body: JsonObject, [key, ...rest]: readonly string[], field: unknown): JsonObject | string {
  const own = Object.hasOwn(body, key!);
  if (rest.length === 0) return own ? `conflict: the request has a ${key} of its own` : { ...body, [key!]: field };
  const inner = own ? (body[key!] ?? {}) : {};
  if (typeof inner !== 'object' || Array.isArray(inner)) return `conflict: ${key} of the request is no object`;
  const placedInner = placed(inner as JsonObject, rest, field);
  return typeof placedInner === 'string' ? placedInner : { ...body, [key!]: placedInner };
}

/** What a run should know before it begins: rows that will do nothing, or less than they say. One line for each reason. */
function warningsOf(backend: Backend, prepared: readonly PreparedRow[]): string[] {
  const reasons = new Map<string, number[]>();
  for (const { outcome } of prepared)
    if (outcome.outcome !== 'applied')
      reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), outcome.row]);
  return [...reasons].map(([reason, rows]) => {
    const shown = rows.length > 20 ? `${rows.slice(0, 20).join(', ')}, …` : rows.join(', ');
    const which = rows.length === prepared.length ? 'any row' : `row ${shown}`;
    const what = reason.startsWith('coefficient_unheeded') ? 'does not heed all of' : 'does nothing with';
    return `steering: ${backend.name} ${what} ${which}: ${reason}`;
  });
}

function complain(lines: readonly string[], remedy: string): void {
  if (lines.length === 0) return;
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more`] : [];
  throw new UserError([...lines.slice(0, SHOWN), ...more], remedy);
}
