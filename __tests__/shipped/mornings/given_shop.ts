import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { givenState } from '../../github_fake/given_github.js';
import { startGitHub } from '../../github_fake/server.js';
import { type GivenFiles, givenRoom } from '../../given.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';
import { runWorkflow, type WorkflowOutcome } from './run_workflow.js';

/** A repository on GitHub with one pull request, and a maintainer's clone of it. */
export async function givenShop(...versions: [files: GivenFiles, message: string][]) {
  const room = givenRoom();
  const origin = join(room, 'server/acme/shop.git');
  const author = givenHistory(room, 'author');
  for (const [files, message] of versions) commit(author, files, message);
  mkdirSync(join(room, 'server/acme'), { recursive: true });
  gitIn(room, 'clone', '-q', '--bare', author, origin);
  gitIn(room, 'clone', '-q', origin, 'clone');
  const clone = join(room, 'clone');
  const state = givenState();
  const fake = await startGitHub(state);
  const github = { origin, room, api_url: fake.url, artifacts: new Map<string, string>() };

  /** Commits files on the branch of the pull request, pushes it, and runs the workflow that it starts. */
  async function push(files: GivenFiles, action = 'synchronize'): Promise<WorkflowOutcome> {
    gitIn(clone, 'checkout', '-q', ...(action === 'opened' ? ['-B', 'change', 'main'] : ['change']));
    const head = commit(clone, files, 'A change');
    const base = gitIn(clone, 'rev-parse', 'main');
    const tree = gitIn(clone, 'merge-tree', '--write-tree', 'main', 'change');
    const merge = gitIn(clone, 'commit-tree', tree, '-p', base, '-p', head, '-m', 'Merge');
    gitIn(clone, 'push', '-q', '--force', 'origin', 'change', `${merge}:refs/pull/7/merge`);
    for (const sha of [head, base]) state.commits.add(sha);
    Object.assign(state.pulls[0]!.head, { sha: head });
    Object.assign(state.pulls[0]!.base, { sha: base });
    const repo = { full_name: 'acme/shop' };
    const ends = { head: { sha: head, ref: 'change', repo }, base: { sha: base, ref: 'main', repo } };
    const payload = { action, pull_request: { number: 7, user: { id: 105, login: 'bob' }, ...ends } };
    return runWorkflow('gatebench.yml', { name: 'pull_request', payload, ref: 'refs/pull/7/merge' }, github);
  }

  const night = () => {
    state.commits.add(gitIn(origin, 'rev-parse', 'main'));
    return runWorkflow('nightly.yml', { name: 'schedule', payload: {}, ref: 'refs/heads/main' }, github);
  };
  return { room, clone, state, push, night, close: () => fake.close() };
}

/** Commits files of a clone to main and pushes them. */
export function pushToMain(clone: string, paths: readonly string[], message: string): void {
  gitIn(clone, 'checkout', '-q', 'main');
  gitIn(clone, 'add', ...paths);
  gitIn(clone, 'commit', '-q', '-m', message);
  gitIn(clone, 'push', '-q', 'origin', 'main');
}
