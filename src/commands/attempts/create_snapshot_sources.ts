import { resolve } from 'node:path';
import type { SnapshotSources } from '../../workspace/snapshot/fetch_commit.js';
import type { RunOptions } from '../study/run_options.js';

/** Creates the sources of a run's repositories. */
export const createSnapshotSources = (
  { repos, pull_request }: Pick<RunOptions, 'repos' | 'pull_request'>,
  cwd: string,
  signal: AbortSignal,
): SnapshotSources => ({ repos: repos.map((folder) => resolve(cwd, folder)), pull_request, signal });
