import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/user_error.js';
import { digestOf, sha256 } from '../../record/canonical.js';
import { firstLine, git } from '../workspace/git.js';
import type { Agent } from './agent.js';

/** Changes nothing: what does not fail without a change proves nothing with one. */
export function noop(): Agent {
  return {
    kind: 'noop',
    name: 'noop',
    identity: digestOf({ kind: 'noop' }),
    detail: {},
    patch: async () => new Uint8Array(),
  };
}

/** The contract's reference solution. */
export function golden(): Agent {
  return {
    kind: 'golden',
    name: 'golden',
    identity: digestOf({ kind: 'golden' }),
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
 * A patch from a file, the same for every contract; or from a folder, where each contract has its own as `<id>.patch`.
 *
 * @throws {UserError} when it cannot be read
 */
export async function patchFile(file: string, cwd: string): Promise<Agent> {
  const path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return patchFolder(file, path);
  let content: Uint8Array;
  try {
    content = await readFile(path);
  } catch (error) {
    throw new UserError(`patch file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const digest = sha256(content);
  return {
    kind: 'patch',
    name: `patch:${file}`,
    identity: digestOf({ kind: 'patch', digest }),
    detail: { file, sha256: digest, bytes: content.length },
    patch: async () => content,
  };
}

async function patchFolder(folder: string, path: string): Promise<Agent> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.patch')).sort();
  const patches = new Map<string, Uint8Array>();
  for (const name of names) patches.set(name.slice(0, -'.patch'.length), await readFile(join(path, name)));
  const digests = Object.fromEntries([...patches].map(([id, content]) => [id, sha256(content)]));
  return {
    kind: 'patch',
    name: `patch:${folder}`,
    identity: digestOf({ kind: 'patch', digests }),
    detail: { folder, sha256: digests },
    patch: async ({ contract, shown }) => {
      const content = patches.get(contract.id);
      if (!content) throw new UserError(`${shown}: ${folder} has no ${contract.id}.patch`);
      return content;
    },
  };
}

/** The diff of a pull request, from its merge base to its head. @throws {UserError} when a commit is not in the clone */
export async function pullRequest(request: { base_sha: string; head_sha: string; workspace: string }): Promise<Agent> {
  // Three dots: what the pull request changed, not what its base has gained meanwhile.
  const range = `${request.base_sha}...${request.head_sha}`;
  const out = await git(
    ['diff', '--binary', '--full-index', '--find-renames', '--no-color', '--no-ext-diff', '--no-textconv', range],
    { cwd: request.workspace },
  );
  if (!out.ok) {
    throw new UserError(
      `the pull request's diff cannot be made: ${firstLine(out.stderr).replace(/^fatal: /, '')}`,
      'Check the repository out with `fetch-depth: 0`, so that both commits are there.',
    );
  }
  const digest = sha256(out.stdout);
  return {
    kind: 'patch',
    name: 'pull-request',
    identity: digestOf({ kind: 'patch', digest }),
    detail: { base_sha: request.base_sha, head_sha: request.head_sha, sha256: digest, bytes: out.stdout.length },
    patch: async () => out.stdout,
  };
}
