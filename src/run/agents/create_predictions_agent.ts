import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPredictions, toPredictionKey } from '../../adapters/predictions/read_predictions.js';
import { UserError } from '../../contract/input/user_error.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import type { Agent } from './agent.js';

/** Longest name of a model in the name of an agent. */
const MAX_NAME = 80;

/**
 * Creates an agent from a file of predictions: it submits the patch of the row whose id is that of the contract.
 *
 * @param given `FILE`, or `FILE#MODEL`
 * @param missing what a contract without a row gets: a refusal before the run, or an empty patch
 * @throws {UserError} if the file cannot be read
 */
export async function createPredictionsAgent(given: string, cwd: string, missing: 'refuse' | 'empty'): Promise<Agent> {
  const [, file, model] = existsSync(resolve(cwd, given))
    ? [undefined, given]
    : (/^(.*?)(?:#(.*))?$/s.exec(given) ?? []);
  const path = resolve(cwd, file!);
  if (!existsSync(path)) throw new UserError(`file of predictions ${file} is not there`);
  const predictions = await readPredictions(path, model);
  const digests = Object.fromEntries([...predictions.patches].map(([id, patch]) => [id, sha256(patch)]));
  const named = predictions.model?.replace(/[^\x21-\x7e]+/g, ' ').trim();
  return {
    kind: 'patch',
    made_elsewhere: true,
    name: `predictions:${(named || file!).slice(0, MAX_NAME)}`,
    identity: computeDigest({ kind: 'predictions', model: predictions.model ?? null, digests, missing }),
    detail: { file, model: predictions.model ?? null, predictions: predictions.patches.size, missing },
    patch: async ({ contract, shown }) => {
      const patch = predictions.patches.get(toPredictionKey(contract.id));
      if (patch === undefined && missing === 'refuse')
        throw new UserError(
          `${shown}: ${file} has no prediction for "${contract.id}"`,
          'Leave the contract out, or write predictions-or-empty:FILE to judge an empty patch in its place.',
        );
      return Buffer.from(patch ?? '');
    },
  };
}
