import { relative, resolve } from 'node:path';
import { underCaps } from '../contract/caps.js';
import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import type { PullRequestPair } from '../record/pull_request_pair.js';
import { demandProof } from '../run/contracts/read_lock.js';
import type { Cache } from '../run/workspace/cache.js';
import { baseContracts } from './base_contracts.js';
import { demandStrength } from './contract_standing.js';
import type { RunOrder } from './orders.js';
import { readContracts } from './read_contracts.js';
import { readSuite } from './read_suite.js';
import { selectContracts } from './select_contracts.js';
import { type Study, studyOfFlags } from './study.js';
import { studyOfSuite } from './suite_study.js';

/**
 * What an order asks for: by its flags, or by the suite that it names. With a pull request, suite and contracts are those of its base.
 *
 * @throws {UserError} for everything that is wrong about them
 */
export async function readStudy(order: RunOrder, cache: Cache, cwd: string): Promise<Study> {
  const base = order.pull_request ? await baseContracts(order.pull_request, cache) : cwd;
  const study = order.suite === undefined ? ofFlags(order, base, cwd) : ofSuite(order, order.suite, base, cwd);
  demandGate(order, study);
  if (study.require_proof) study.contracts.forEach(demandProof);
  const { fail_on, min_strength = 0 } = study.gate;
  if (fail_on === 'gates') for (const loaded of study.contracts) demandStrength(loaded, min_strength);
  return {
    ...study,
    pull_request: pairOf(order),
    contracts: study.contracts.map((loaded) => underCaps(loaded, study.budget)),
  };
}

/** Returns the pull request of an order as records have it. */
function pairOf({ pull_request: request }: RunOrder): PullRequestPair | undefined {
  if (request === undefined) return undefined;
  const { number = null, base_ref = null, base_sha, head_sha } = request;
  return { number, base_ref, base_sha, head_sha };
}

/** @throws {UserError} for what only another gate would read: whoever wrote it believes that there is one */
function demandGate({ baseline, extra_trials, extra_usd, min_strength }: RunOrder, { gate }: Study): void {
  if (min_strength !== undefined && gate.fail_on !== 'gates')
    throw new UserError(`--min-strength is for --fail-on gates, and this run has --fail-on ${gate.fail_on}`);
  const said = Object.entries({ '--baseline': baseline, '--extra-trials': extra_trials, '--extra-usd': extra_usd });
  const flag = said.find(([, value]) => value !== undefined)?.[0];
  if (flag === undefined || gate.fail_on === 'regression') return;
  throw new UserError(`${flag} is for --fail-on regression, and this run has --fail-on ${gate.fail_on}`);
}

const ofFlags = (order: RunOrder, base: string, cwd: string) => studyOfFlags(order, contractsIn(order, base), cwd);

/** Contracts of a pull request are those of its base; that one is missing there is said with the commit. */
function contractsIn({ contracts, pull_request }: RunOrder, base: string): LoadedContract[] {
  try {
    return readContracts(contracts, base);
  } catch (error) {
    const isAbsent = error instanceof UserError && error.message.startsWith('no contract matches');
    if (!isAbsent || !pull_request) throw error;
    throw new UserError(
      `${error.message} in the base commit ${pull_request.base_sha.slice(0, 12)}`,
      'With --base and --head, contracts are read from the base, so that a change cannot change what judges it: commit the contract there first.',
    );
  }
}

function ofSuite(order: RunOrder, file: string, base: string, cwd: string): Study {
  const suite = readSuite(inBase(file, base, cwd, order.pull_request?.workspace), base);
  return studyOfSuite(suite, selectContracts(suite, base), order, cwd);
}

/** A path into the checkout means the same file of the base, also when it is absolute. */
function inBase(file: string, base: string, cwd: string, workspace = cwd): string {
  const path = resolve(cwd, file);
  const inside = relative(resolve(cwd, workspace), path);
  return inside.startsWith('..') ? path : resolve(base, inside);
}
