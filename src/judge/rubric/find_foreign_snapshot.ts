import type { AttemptTrace } from './attempt_trace.js';

/**
 * Finds out if the diff of a pull request was tried on another repository state than the pull request's base, and did
 * not apply. The contract is at fault then, and the patch says nothing.
 *
 * @returns what the contract pins, the base, and the remedy; undefined if the diff applied, or was made by another agent
 */
export function findForeignSnapshot({ patch, record: { manifest } }: AttemptTrace): string | undefined {
  const { agent, pull_request: pull, snapshot } = manifest;
  if (patch?.payload.outcome !== 'failed' || agent.name !== 'pull-request' || pull === undefined) return undefined;
  if (snapshot.kind === 'pull-request' || snapshot.identity === pull.base_sha) return undefined;
  const pin = { git: 'commit', directory: 'a folder, tree', archive: 'an archive, digest' }[snapshot.kind];
  return (
    `the contract pins ${pin} ${shorten(snapshot.identity)}, not the pull request's base ${shorten(pull.base_sha)}: ` +
    'write `snapshot: {base: pull-request}`, or pin a state that the diff applies to'
  );
}

const shorten = (id: string) => id.slice(0, 12);
