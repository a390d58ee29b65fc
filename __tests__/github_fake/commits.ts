import { demand, type FakeComparison, Refusal, type State, type Token } from './state.js';

/** Comparisons and trees, as far as they say which files changed. GitHub lists at most 300 of them. */

export function compare(state: State, token: Token, basehead: string): unknown {
  demand(token, 'pull_requests', 'read');
  const names = basehead.split('...');
  if (names.length !== 2) throw new Refusal(404, 'Not Found');
  const [base, head] = names.map((name) => commitOf(state, name)) as [string, string];
  const same: FakeComparison = { status: base === head ? 'identical' : 'ahead', files: [] };
  const { status, files, merge_base } = state.comparisons.get(`${base}...${head}`) ?? same;
  const merge_base_commit = { sha: merge_base ?? (status === 'behind' ? head : base) };
  return { status, merge_base_commit, total_commits: 1, commits: [{ sha: head }], files: files.slice(0, 300) };
}

export function getTree(state: State, token: Token, sha: string): unknown {
  demand(token, 'pull_requests', 'read');
  return { sha: commitOf(state, sha), truncated: false, tree: state.trees.get(sha) ?? WORKFLOWS };
}

export function getBranch(state: State, token: Token, name: string): unknown {
  demand(token, 'pull_requests', 'read');
  const sha = state.branches.get(name);
  if (sha === undefined) throw new Refusal(404, 'Branch not found');
  return { name, commit: { sha }, protected: true };
}

/** The root of commits of which nothing is said: the same workflows everywhere. */
const WORKFLOWS = [{ path: '.github', mode: '040000', type: 'tree', sha: 'e0'.repeat(20) }];

function commitOf(state: State, name: string): string {
  const sha = state.branches.get(name) ?? name;
  if (!state.commits.has(sha)) throw new Refusal(404, 'Not Found');
  return sha;
}
