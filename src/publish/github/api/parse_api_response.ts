import { z } from 'zod';

/**
 * Schemas for the parts of GitHub's responses that the publishers use. Other parts are dropped. A response that lacks
 * these parts, or has other types in their places, is an `UnexpectedResponseError`.
 */

const id = z.int().positive();
const login = z.string().min(1);
const commit = z.string().regex(/^[0-9a-f]{40,64}$/);
/** Time as ISO 8601 in UTC; times are compared as text. */
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
const repository = z.object({ full_name: z.string() });
const app = z.object({ id, slug: z.string().min(1) });

export const checkRunResponseSchema = z.object({
  id,
  html_url: z.string().nullish(),
  external_id: z.string().nullish(),
  status: z.string(),
  conclusion: z.string().nullish(),
  output: z.object({ title: z.string().nullish(), annotations_count: z.int().nonnegative() }),
  app: app.nullish(),
});
export type CheckRunResponse = z.output<typeof checkRunResponseSchema>;

export const checkRunsResponseSchema = z.object({ check_runs: z.array(checkRunResponseSchema) });

export const commentResponseSchema = z.object({
  id,
  html_url: z.string(),
  body: z.string().nullish(),
  created_at: time,
  updated_at: time,
  user: z.object({ id, login, type: z.string() }).nullish(),
  performed_via_github_app: app.nullish(),
});
export type CommentResponse = z.output<typeof commentResponseSchema>;

export const commentsResponseSchema = z.array(commentResponseSchema);

export const pullResponseSchema = z.object({
  number: id,
  state: z.string(),
  head: z.object({ sha: commit, ref: z.string().optional(), repo: repository.nullish() }),
  base: z.object({ sha: commit, ref: z.string(), repo: repository }),
  user: z.object({ id, login }).nullish(),
});
export type PullResponse = z.output<typeof pullResponseSchema>;

export const pullsResponseSchema = z.array(pullResponseSchema);

/** GitHub user of a commit's author or committer; absent if GitHub knows none by the address. */
const user = z.object({ id, login }).nullish();
export const pullCommitsResponseSchema = z.array(z.object({ sha: commit, author: user, committer: user }));
export type PullCommitResponse = z.output<typeof pullCommitsResponseSchema>[number];

/** Difference between two commits. GitHub leaves `files` out if there are none. */
export const comparisonResponseSchema = z.object({
  status: z.enum(['ahead', 'behind', 'identical', 'diverged']),
  merge_base_commit: z.object({ sha: commit }),
  files: z
    .array(z.object({ filename: z.string(), previous_filename: z.string().optional(), status: z.string() }))
    .default([]),
});
export type ComparisonResponse = z.output<typeof comparisonResponseSchema>;

export const branchResponseSchema = z.object({ commit: z.object({ sha: commit }) });

/** Root tree of a commit; a list that GitHub truncated is rejected. */
export const treeResponseSchema = z.object({
  truncated: z.literal(false),
  tree: z.array(z.object({ path: z.string(), sha: z.string(), mode: z.string() })),
});
export type TreeResponse = z.output<typeof treeResponseSchema>;

export const permissionResponseSchema = z.object({
  permission: z.string(),
  user: z.object({ id }).nullish(),
});
export type PermissionResponse = z.output<typeof permissionResponseSchema>;

/** Person, as `GET /user` and the `viewer` of GraphQL name them. */
export const userResponseSchema = z.object({ id, login });
export const viewerResponseSchema = z.object({ viewer: z.object({ login }) });

/** Error for a response of another form: a proxy's page, a wrong type, a missing field. */
export class UnexpectedResponseError extends Error {
  override name = 'UnexpectedAnswer';
}

/**
 * Parses the data of a response by a schema.
 *
 * @param request method and route, for the message
 * @throws {UnexpectedAnswer} if the data do not match
 */
export function parseApiResponse<T>(schema: z.ZodType<T>, data: unknown, request: string): T {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.length ? ` at ${issue.path.map(String).join('.')}` : '';
  throw new UnexpectedResponseError(`${request}: ${issue?.message ?? 'not the expected form'}${place}`);
}

/** Issue, or pull request as an issue: what people wrote about it. */
export const issueResponseSchema = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  pull_request: z.object({}).nullish(),
});
export type IssueResponse = z.output<typeof issueResponseSchema>;

export const mergedPullResponseSchema = z.object({ merged: z.boolean(), merge_commit_sha: commit.nullish() });
