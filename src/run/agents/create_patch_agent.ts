import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { MAX_CONTENT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { getFirstLine, runGit } from '../../workspace/git/run_git.js';
import type { Agent } from './agent.js';

/** Creates the agent that changes nothing. A check that passes with it proves nothing. */
export function createNoopAgent(): Agent {
  return {
    kind: 'noop',
    name: 'noop',
    identity: computeDigest({ kind: 'noop' }),
    detail: {},
    patch: async () => new Uint8Array(),
  };
}

/** Creates the agent that returns the contract's reference solution. */
export function createReferenceAgent(): Agent {
  return {
    kind: 'golden',
    name: 'golden',
    identity: computeDigest({ kind: 'golden' }),
    detail: {},
    patch: async (loaded) => {
      if (!loaded.golden)
        throw new UserError(
          `${loaded.shown}: has no golden_patch, which agent "golden" needs`,
          'Name one under golden_patch, or use another agent.',
        );
      return loaded.golden;
    },
  };
}

/**
 * Creates an agent from a patch file, the same for every contract, or from a folder with `<id>.patch` per contract.
 *
 * @throws {UserError} if it cannot be read
 */
export async function createPatchAgent(file: string, cwd: string): Promise<Agent> {
  const path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return createPatchFolderAgent(file, path);
  let content: Uint8Array;
  try {
    content = readRegularFile(path, MAX_CONTENT_BYTES);
  } catch (error) {
    throw new UserError(
      `patch file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a file, or a folder with one <contract id>.patch per contract.',
    );
  }
  const digest = sha256(content);
  return {
    kind: 'patch',
    made_elsewhere: true,
    name: `patch:${file}`,
    identity: computeDigest({ kind: 'patch', digest }),
    detail: { file, sha256: digest, bytes: content.length },
    patch: async () => content,
  };
}

async function createPatchFolderAgent(folder: string, path: string): Promise<Agent> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.patch')).sort();
  const patches = new Map<string, Uint8Array>();
  for (const name of names)
    patches.set(name.slice(0, -'.patch'.length), readRegularFile(join(path, name), MAX_CONTENT_BYTES));
  const digests = Object.fromEntries([...patches].map(([id, content]) => [id, sha256(content)]));
  return {
    kind: 'patch',
    made_elsewhere: true,
    name: `patch:${folder}`,
    identity: computeDigest({ kind: 'patch', digests }),
    detail: { folder, sha256: digests },
    patch: async ({ contract, shown }) => {
      const content = patches.get(contract.id);
      if (!content) throw new UserError(`${shown}: ${folder} has no ${contract.id}.patch`);
      return content;
    },
  };
}

/**
 * Creates an agent from the diff of a pull request, from its merge base to its head.
 *
 * @throws {UserError} if a commit is not in the clone
 */
export async function createPullRequestAgent(request: {
  base_sha: string;
  head_sha: string;
  workspace: string;
}): Promise<Agent> {
  // Three dots select the changes of the pull request, without later changes of its base.
  const range = `${request.base_sha}...${request.head_sha}`;
  const out = await runGit(
    ['diff', '--binary', '--full-index', '--find-renames', '--no-color', '--no-ext-diff', '--no-textconv', range],
    { cwd: request.workspace },
  );
  if (!out.ok) {
    throw new UserError(
      `the pull request's diff cannot be made: ${getFirstLine(out.stderr).replace(/^fatal: /, '')}`,
      'Check the repository out with `fetch-depth: 0`, so that both commits are there.',
    );
  }
  const digest = sha256(out.stdout);
  return {
    kind: 'patch',
    name: 'pull-request',
    identity: computeDigest({ kind: 'patch', digest }),
    detail: { base_sha: request.base_sha, head_sha: request.head_sha, sha256: digest, bytes: out.stdout.length },
    patch: async () => out.stdout,
  };
}
