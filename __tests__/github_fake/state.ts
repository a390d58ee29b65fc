/** What the fake remembers. Field names are those of GitHub's REST API. */

export interface Token {
  kind: 'installation' | 'person';
  login: string;
  checks: 'none' | 'read' | 'write';
  pull_requests: 'none' | 'read' | 'write';
}

export interface FakeApp {
  id: number;
  slug: string;
}

export interface FakeAnnotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: string;
  message: string;
  title?: string;
  raw_details?: string;
  start_column?: number;
  end_column?: number;
}

export interface FakeCheckRun {
  id: number;
  name: string;
  head_sha: string;
  external_id: string;
  details_url: string | null;
  html_url: string;
  status: string;
  conclusion: string | null;
  app: FakeApp | null;
  output: { title: string | null; summary: string | null; text: string | null; annotations_count: number };
  annotations: FakeAnnotation[];
}

export interface FakeComment {
  id: number;
  issue_number: number;
  user: { login: string; type: 'Bot' | 'User'; id: number };
  body: string;
  html_url: string;
  /** null where GitHub does not say it */
  performed_via_github_app: FakeApp | null;
  /** ISO 8601 in whole seconds */
  created_at: string;
  updated_at: string;
}

/** A person, and what they may do in the repository. */
export interface FakePerson {
  id: number;
  permission: 'admin' | 'write' | 'read' | 'none';
}

export interface FakePull {
  number: number;
  state: 'open' | 'closed';
  user: { id: number; login: string };
  head: { sha: string; label: string; ref?: string; repo: { full_name: string } | null };
  base: { sha: string; ref: string; repo: { full_name: string } };
}

/** A commit of a pull request, with the users that GitHub knows by the addresses in it. */
export interface FakeCommit {
  sha: string;
  author: { id: number; login: string } | null;
  committer: { id: number; login: string } | null;
}

/** What lies between two commits, as `compare` answers it. */
export interface FakeComparison {
  status: 'ahead' | 'behind' | 'identical' | 'diverged';
  files: { filename: string; previous_filename?: string; status: string }[];
  /** the commit that both have in common; the first, unless the second is behind it */
  merge_base?: string;
}

export interface State {
  full_name: string;
  commits: Set<string>;
  /** Branch → commit. */
  branches: Map<string, string>;
  /** `BASE...HEAD` in commits → what lies between; ahead without a changed file where nothing is said. */
  comparisons: Map<string, FakeComparison>;
  /** Commit → entries of its root; the same `.github` where nothing is said. */
  trees: Map<string, { path: string; mode: string; type: string; sha: string }[]>;
  tokens: Map<string, Token>;
  check_runs: FakeCheckRun[];
  comments: FakeComment[];
  pulls: FakePull[];
  /** Number → commits. */
  pull_commits: Map<number, FakeCommit[]>;
  people: Map<string, FakePerson>;
  /** conversations are locked */
  locked: boolean;
  /** seconds since 2026-01-01; every write takes one */
  clock: number;
  next_id: number;
}

/** A refusal, sent as GitHub sends it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: unknown[],
  ) {
    super(message);
  }
}

export function invalid(message: string, field?: string): Refusal {
  return new Refusal(
    422,
    `Invalid request.\n\n${message}`,
    field === undefined ? undefined : [{ field, code: 'invalid', message }],
  );
}

/** Who may do what: an installation's permissions, or a person, who may comment but never write check runs. */
export function demand(token: Token, what: 'checks' | 'pull_requests', level: 'read' | 'write'): void {
  if (token.kind === 'person') {
    if (what === 'checks' && level === 'write') throw new Refusal(403, 'You must authenticate via a GitHub App.');
    return;
  }
  const has = token[what];
  if (has === 'none' || (level === 'write' && has === 'read')) {
    throw new Refusal(403, 'Resource not accessible by integration');
  }
}

/** The app whose bot writes with a token. */
export function appOf({ kind, login }: Token): FakeApp | null {
  return kind === 'installation' ? { id: 15368 + login.length, slug: login.replace('[bot]', '') } : null;
}

/** The time of a write. */
export function tick(state: State): string {
  return new Date(Date.UTC(2026, 0, 1) + 1000 * state.clock++).toISOString().replace('.000Z', 'Z');
}
