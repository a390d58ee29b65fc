import type { AttemptTrace } from './attempt_trace.js';

/**
 * Finds out if the diff of a pull request was tried on another repository state than the pull request's base. The
 * contract is at fault then, and the attempt says nothing about the diff: what it lacks there may be in the base. A
 * folder or an archive has no commit to compare, so a diff that passes there counts.
 *
 * @param passed true if every gate passed
 * @returns what the contract pins, the base, and the remedy; undefined if the attempt counts, or is another agent's
 */
export function findForeignSnapshot({ record: { manifest } }: AttemptTrace, passed: boolean): string | undefined {
  const { agent, pull_request: pull, snapshot } = manifest;
  if (agent.name !== 'pull-request' || pull === undefined) return undefined;
  if (snapshot.kind === 'pull-request' || snapshot.identity === pull.base_sha) return undefined;
  if (snapshot.kind !== 'git' && passed) return undefined;
  const pin = {
    git: 'commit',
    directory: 'a folder, tree',
    archive: 'an archive, digest',
    npm: 'a package, integrity',
  }[snapshot.kind];
  return (
    `the contract pins ${pin} ${shorten(snapshot.identity)}, not the pull request's base ${shorten(pull.base_sha)}: ` +
    'write `snapshot: {base: pull-request}`, or judge pull requests by contracts that have it'
  );
}

const shorten = (id: string) => id.slice(0, 12);
