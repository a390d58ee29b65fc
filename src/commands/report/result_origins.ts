import type { EvaluatedContract } from '../../publish/github/pair/published_pair.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { PullRequestPair } from '../../record/manifest/pull_request_pair.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';

/** Pull requests and contracts of results, each once. */
export interface ResultOrigins {
  add(result: Pick<AttemptResult, 'contract' | 'pull_request'>): void;
  /** Pull requests; null = results of none. */
  pull_requests(): (PullRequestPair | null)[];
  contracts(): EvaluatedContract[];
}

/** Creates a collector of the pull requests and contracts of results. */
export function createResultOrigins(): ResultOrigins {
  const pulls = new Map<string, PullRequestPair | null>();
  const contracts = new Map<string, EvaluatedContract>();
  return {
    add({ contract: { path, version }, pull_request = null }) {
      pulls.set(toCanonicalJson(pull_request), pull_request);
      const key = `${version} ${path}`;
      if (!contracts.has(key)) contracts.set(key, { path, version });
    },
    pull_requests: () => [...pulls.values()],
    contracts: () => [...contracts.values()],
  };
}
