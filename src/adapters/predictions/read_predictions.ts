import { UserError } from '../../contract/input/user_error.js';
import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readJsonField, readRequiredText, readText } from '../rows/read_names.js';
import { readRows } from '../rows/read_rows.js';

/** Patches that an agent made elsewhere, by task. */
interface Predictions {
  /** Name of the model or agent, as the file has it; undefined if it names none. */
  model: string | undefined;
  /** Id of the task, normalised by `toPredictionKey` → patch. An empty one is a prediction, too. */
  patches: ReadonlyMap<string, string>;
}

/** Normalises the id of a task: benchmarks write it with capitals or slashes, contracts cannot. */
export const toPredictionKey = (id: string): string => id.replaceAll('/', '__').toLowerCase();

/**
 * Reads a file of predictions: that of SWE-bench (`instance_id`, `model_name_or_path`, `model_patch`; a list, a map or
 * JSON lines), of SWE-agent and mini-swe-agent, Multi-SWE-bench (`org`, `repo`, `number`, `fix_patch`), SWE-bench Pro
 * (`patch`, `prefix`), and OpenHands (`test_result.git_patch`).
 *
 * @param model the model to take, where the file has several
 * @throws {UserError} for a row that cannot be read, two of one task, or several models without a choice
 */
export async function readPredictions(path: string, model?: string): Promise<Predictions> {
  const predictions: { model: string | undefined; id: string; patch: string; place: string }[] = [];
  for await (const row of readRows(path)) {
    if ('problem' in row) throw new UserError(`${row.place}  ${row.problem}`);
    try {
      predictions.push({ ...readPrediction(row), place: row.place });
    } catch (error) {
      if (error instanceof RowFault) throw new UserError(`${row.place}  ${error.message}`);
      throw error;
    }
  }
  if (predictions.length === 0) throw new UserError(`${path} has no predictions`);
  const chosen = chooseModel(predictions, path, model);
  const places = new Map<string, string>();
  const patches = new Map<string, string>();
  for (const { id, patch, place } of chosen) {
    const key = toPredictionKey(id);
    const first_place = places.get(key);
    if (first_place !== undefined) throw new UserError(`${place}  "${id}" has a prediction already, at ${first_place}`);
    places.set(key, place);
    patches.set(key, patch);
  }
  return { model: chosen[0]!.model, patches };
}

function chooseModel<Prediction extends { model: string | undefined }>(
  found: readonly Prediction[],
  path: string,
  model: string | undefined,
): readonly Prediction[] {
  const models = [...new Set(found.map((prediction) => prediction.model ?? ''))].sort();
  if (model === undefined) {
    if (models.length === 1) return found;
    throw new UserError(
      `${path} has predictions of ${models.length} models: ` +
        `${models.slice(0, 5).join(', ')}${models.length > 5 ? ', …' : ''}`,
      'Name one behind the file: predictions:FILE#MODEL.',
    );
  }
  const chosen = found.filter((prediction) => prediction.model === model);
  if (chosen.length > 0) return chosen;
  throw new UserError(`${path} has no predictions of "${model}"`, `It has: ${models.slice(0, 10).join(', ')}.`);
}

function readPrediction(row: BenchmarkRow): { model: string | undefined; id: string; patch: string } {
  const { fields } = row;
  const model = readText(row, 'model_name_or_path', 'prefix');
  if (fields.org !== undefined && fields.number !== undefined) {
    const id = `${readRequiredText(row, 'org')}__${readRequiredText(row, 'repo')}-${readRequiredText(row, 'number')}`;
    return { model, id, patch: readPatch(row, 'fix_patch') };
  }
  const id = readRequiredText(row, 'instance_id');
  if (fields.test_result === undefined) return { model, id, patch: readPatch(row, 'model_patch', 'patch') };
  const result = readJsonField(row, 'test_result');
  if (typeof result !== 'object' || result === null) throw new RowFault('test_result is no object');
  const metadata = readJsonField(row, 'metadata') as
    | { llm_config?: { model?: unknown }; llm?: { model?: unknown } }
    | undefined;
  const model_name = metadata?.llm_config?.model ?? metadata?.llm?.model;
  const nested: BenchmarkRow = { ...row, fields: result as Record<string, unknown> };
  return {
    model: model ?? (typeof model_name === 'string' ? model_name : undefined),
    id,
    patch: readPatch(nested, 'git_patch'),
  };
}

/** Reads a patch. Upstream's agents write null, or nothing, where they gave up; a key has to be there. */
function readPatch(row: BenchmarkRow, ...names: [string, ...string[]]): string {
  if (!names.some((name) => Object.hasOwn(row.fields, name))) throw new RowFault(`there is no ${names[0]}`);
  const text = readText(row, ...names) ?? '';
  return text.trim() === '' ? '' : text.replace(/^(?:\r?\n)+/, '');
}
