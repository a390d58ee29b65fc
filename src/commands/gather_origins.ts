import type { EvaluatedContract } from '../publish/github/published_pair.js';
import { canonical } from '../record/canonical.js';
import type { PullRequestPair } from '../record/pull_request_pair.js';
import type { Result } from '../record/result.js';

/** What results are about, each once, however many there are. */
export interface ResultOrigins {
  add(result: Pick<Result, 'contract' | 'pull_request'>): void;
  /** null = results of no pull request */
  pull_requests(): (PullRequestPair | null)[];
  contracts(): EvaluatedContract[];
}

/** Gathers from results, one by one, for which pull requests and by which contracts they were made. */
export function gatherOrigins(): ResultOrigins {
  const pulls = new Map<string, PullRequestPair | null>();
  const contracts = new Map<string, EvaluatedContract>();
  return {
    add({ contract: { path, version }, pull_request = null }) {
      pulls.set(canonical(pull_request), pull_request);
      contracts.set(`${version} ${path}`, { path, version });
    },
    pull_requests: () => [...pulls.values()],
    contracts: () => [...contracts.values()],
  };
}
