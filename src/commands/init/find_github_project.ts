import { createGitHubClient } from '../../publish/github/api/github_client.js';
import { runGit } from '../../workspace/git/run_git.js';
import type { LocalRepository } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import type { GitHubProject } from './create_text_reader.js';

/**
 * Finds the project on GitHub by the address of the remote "origin". It is read only with a token in GITHUB_TOKEN or
 * GH_TOKEN: without one, GitHub answers a few dozen requests an hour.
 *
 * @returns undefined without a token, or if origin is on another server
 */
export async function findGitHubProject(
  { store }: LocalRepository,
  { variable }: Pick<CommandContext, 'variable'>,
): Promise<GitHubProject | undefined> {
  const token = variable?.('GITHUB_TOKEN') || variable?.('GH_TOKEN');
  if (!token) return undefined;
  const api_url = variable?.('GITHUB_API_URL') || 'https://api.github.com';
  const host = new URL(variable?.('GITHUB_SERVER_URL') || 'https://github.com').host;
  const { ok, stdout } = await runGit(['config', '--get', 'remote.origin.url'], { store });
  const named = ok ? parseRemote(stdout.toString('utf8').trim(), host) : undefined;
  return named && { ...named, client: createGitHubClient({ token, api_url }) };
}

/** Parses the address of a remote; undefined if it is on another server. */
function parseRemote(url: string, host: string): { owner: string; repo: string } | undefined {
  const [, server, owner, repo] =
    /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[^@/:]+@)([^/:]+)(?::\d+)?[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
      url,
    ) ?? [];
  return server === host && owner && repo ? { owner, repo } : undefined;
}
