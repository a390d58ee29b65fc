import { z } from 'zod';

/**
 * The parts of GitHub's answers that the publishers use. Whatever else an answer holds is dropped; an answer without
 * these parts, or with other types in their places, is an `UnexpectedAnswer`.
 */

const id = z.int().positive();
const login = z.string().min(1);
const commit = z.string().regex(/^[0-9a-f]{40,64}$/);
/** ISO 8601 in UTC: times are compared as text. */
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
const repository = z.object({ full_name: z.string() });
const app = z.object({ id, slug: z.string().min(1) });

export const checkRunAnswer = z.object({
  id,
  html_url: z.string().nullish(),
  external_id: z.string().nullish(),
  status: z.string(),
  conclusion: z.string().nullish(),
  output: z.object({ title: z.string().nullish(), annotations_count: z.int().nonnegative() }),
  app: app.nullish(),
});
export type CheckRunAnswer = z.output<typeof checkRunAnswer>;

export const checkRunsAnswer = z.object({ check_runs: z.array(checkRunAnswer) });

export const commentAnswer = z.object({
  id,
  html_url: z.string(),
  body: z.string().nullish(),
  created_at: time,
  updated_at: time,
  user: z.object({ id, login, type: z.string() }).nullish(),
  performed_via_github_app: app.nullish(),
});
export type CommentAnswer = z.output<typeof commentAnswer>;

export const commentsAnswer = z.array(commentAnswer);

export const pullAnswer = z.object({
  number: id,
  state: z.string(),
  head: z.object({ sha: commit, ref: z.string().optional(), repo: repository.nullish() }),
  base: z.object({ sha: commit, ref: z.string(), repo: repository }),
  user: z.object({ id, login }).nullish(),
});
export type PullAnswer = z.output<typeof pullAnswer>;

export const pullsAnswer = z.array(pullAnswer);

/** A commit with the GitHub users that its author and committer are: none where GitHub knows none by the address. */
const user = z.object({ id, login }).nullish();
export const pullCommitsAnswer = z.array(z.object({ sha: commit, author: user, committer: user }));
export type PullCommitAnswer = z.output<typeof pullCommitsAnswer>[number];

/** What lies between two commits. GitHub leaves `files` out where there are none. */
export const comparisonAnswer = z.object({
  status: z.enum(['ahead', 'behind', 'identical', 'diverged']),
  merge_base_commit: z.object({ sha: commit }),
  files: z
    .array(z.object({ filename: z.string(), previous_filename: z.string().optional(), status: z.string() }))
    .default([]),
});
export type ComparisonAnswer = z.output<typeof comparisonAnswer>;

export const branchAnswer = z.object({ commit: z.object({ sha: commit }) });

/** The root of a commit; a list that GitHub cut off is an answer of another form. */
export const treeAnswer = z.object({
  truncated: z.literal(false),
  tree: z.array(z.object({ path: z.string(), sha: z.string(), mode: z.string() })),
});
export type TreeAnswer = z.output<typeof treeAnswer>;

export const permissionAnswer = z.object({
  permission: z.string(),
  user: z.object({ id }).nullish(),
});
export type PermissionAnswer = z.output<typeof permissionAnswer>;

/** A person, as `GET /user` and the `viewer` of GraphQL name them. */
export const userAnswer = z.object({ id, login });
export const viewerAnswer = z.object({ viewer: z.object({ login }) });

/** An answer that says it is one and is not: a proxy's page, a wrong type, a field that is missing. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

/**
 * Returns what `schema` describes of an answer's data.
 *
 * @param request method and route, for the message
 * @throws {UnexpectedAnswer}
 */
export function parseAnswer<T>(schema: z.ZodType<T>, data: unknown, request: string): T {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.map(String).join('.')}` : '';
  throw new UnexpectedAnswer(`${request}: ${issue?.message ?? 'not the expected form'}${at}`);
}
