import { z } from 'zod';

/** Workflow run whose results are published, as the event `workflow_run` describes it. */
export interface EvaluationRun {
  id: number;
  /** file of the workflow in the repository, without the ref */
  path: string;
  /** event that started it */
  event: string;
  /** null if it has not ended */
  conclusion: string | null;
  repository: string;
  head_sha: string;
  head_branch: string | null;
  head_repository: { full_name: string; owner: string } | null;
  url: string;
  /** numbers of its pull requests as GitHub lists them; empty for forks */
  numbers: readonly number[];
}

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const payloadSchema = z.object({
  workflow_run: z.object({
    id: z.int(),
    path: z.string(),
    event: z.string(),
    conclusion: z.string().nullish(),
    repository: z.object({ full_name: z.string() }),
    head_sha: sha,
    head_branch: z.string().nullish(),
    head_repository: z.object({ full_name: z.string(), owner: z.object({ login: z.string() }) }).nullish(),
    html_url: z.string(),
    pull_requests: z.array(z.object({ number: z.int().positive(), head: z.object({ sha }) })).nullish(),
  }),
});

/**
 * Reads the payload of `workflow_run`.
 *
 * @returns undefined if a needed field is missing
 */
export function readEvaluationRun(payload: unknown): EvaluationRun | undefined {
  const read = payloadSchema.safeParse(payload);
  if (!read.success) return undefined;
  const run = read.data.workflow_run;
  const { id, event, head_sha, head_branch = null, conclusion = null, head_repository, pull_requests } = run;
  return {
    ...{ id, event, head_sha, head_branch, conclusion },
    path: run.path.split('@')[0]!,
    repository: run.repository.full_name,
    head_repository: head_repository
      ? { full_name: head_repository.full_name, owner: head_repository.owner.login }
      : null,
    url: run.html_url,
    numbers: (pull_requests ?? []).filter(({ head }) => head.sha === head_sha).map(({ number }) => number),
  };
}
