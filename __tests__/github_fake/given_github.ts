import type { FakePull, State, Token } from './state.js';

export const HEAD = 'a1'.repeat(20);
export const BASE = 'b2'.repeat(20);
export const NEWER = 'c3'.repeat(20);

/** Tokens of every kind that a workflow may hold. */
export const TOKENS = {
  writer: 'ghs_writer',
  reader: 'ghs_reader',
  nothing: 'ghs_nothing',
  person: 'ghp_person',
  app: 'ghs_of_an_app',
} as const;

const tokens: [string, Token][] = [
  [TOKENS.writer, { kind: 'installation', login: 'github-actions[bot]', checks: 'write', pull_requests: 'write' }],
  [TOKENS.reader, { kind: 'installation', login: 'github-actions[bot]', checks: 'read', pull_requests: 'read' }],
  [TOKENS.nothing, { kind: 'installation', login: 'github-actions[bot]', checks: 'none', pull_requests: 'none' }],
  [TOKENS.app, { kind: 'installation', login: 'acme-judge[bot]', checks: 'write', pull_requests: 'write' }],
  [TOKENS.person, { kind: 'person', login: 'octocat', checks: 'none', pull_requests: 'write' }],
];

/** The repository acme/shop with one open pull request, number 7, from a branch of its own. */
export function givenState(pull: Partial<FakePull> = {}): State {
  return {
    full_name: 'acme/shop',
    commits: new Set([HEAD, BASE, NEWER]),
    branches: new Map([
      ['main', BASE],
      ['release', BASE],
    ]),
    comparisons: new Map(),
    trees: new Map(),
    tokens: new Map(tokens),
    check_runs: [],
    comments: [],
    pull_commits: new Map(),
    pulls: [
      {
        number: 7,
        state: 'open',
        user: { id: 105, login: 'bob' },
        head: { sha: HEAD, label: 'acme:change', ref: 'change', repo: { full_name: 'acme/shop' } },
        base: { sha: BASE, ref: 'main', repo: { full_name: 'acme/shop' } },
        ...pull,
      },
    ],
    people: new Map([
      ['ada', { id: 101, permission: 'admin' }],
      ['wu', { id: 102, permission: 'write' }],
      ['ray', { id: 103, permission: 'read' }],
      ['bob', { id: 105, permission: 'write' }],
      ['octocat', { id: 104, permission: 'write' }],
    ]),
    locked: false,
    clock: 0,
    next_id: 1,
  };
}
