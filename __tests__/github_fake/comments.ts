import {
  appOf,
  demand,
  type FakeComment,
  type FakeCommit,
  type FakePull,
  Refusal,
  type State,
  type Token,
  tick,
} from './state.js';

/** Issue comments and pull requests, with the limit of 65,536 characters. */

/** @param since only comments updated at or after this time */
export function listComments(state: State, token: Token, number: number, since: string | null = null): FakeComment[] {
  demand(token, 'pull_requests', 'read');
  getPull(state, token, number);
  if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since)) throw new Refusal(422, 'since is no time');
  return state.comments.filter(
    (comment) => comment.issue_number === number && (since === null || comment.updated_at >= since),
  );
}

export function getComment(state: State, token: Token, id: number): FakeComment {
  demand(token, 'pull_requests', 'read');
  return findComment(state, id);
}

/** What a person may do, as GitHub answers: with their number, and 404 for names that nobody has. */
export function permissionOf(state: State, token: Token, login: string): unknown {
  if (token.kind === 'installation' && token.pull_requests === 'none') demand(token, 'pull_requests', 'read');
  const person = state.people.get(login);
  if (!person) throw new Refusal(404, `${login} is not a user`);
  return { permission: person.permission, role_name: person.permission, user: { login, id: person.id, type: 'User' } };
}

/** A comment that somebody writes in the browser. */
export function somebodyWrites(state: State, login: string, body: string, number = 7): FakeComment {
  const at = tick(state);
  const comment: FakeComment = {
    id: state.next_id++,
    issue_number: number,
    user: { login, type: 'User', id: state.people.get(login)?.id ?? 999 },
    body,
    html_url: '',
    performed_via_github_app: null,
    created_at: at,
    updated_at: at,
  };
  state.comments.push(comment);
  return comment;
}

export function createComment(state: State, token: Token, number: number, body: unknown): FakeComment {
  demand(token, 'pull_requests', 'write');
  getPull(state, token, number);
  if (state.locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const id = state.next_id++;
  const at = tick(state);
  const bot = token.kind === 'installation';
  const comment: FakeComment = {
    id,
    issue_number: number,
    user: { login: token.login, type: bot ? 'Bot' : 'User', id: bot ? 1 : (state.people.get(token.login)?.id ?? 2) },
    body: readBody(body),
    performed_via_github_app: appOf(token),
    html_url: `https://github.test/${state.full_name}/pull/${number}#issuecomment-${id}`,
    created_at: at,
    updated_at: at,
  };
  state.comments.push(comment);
  return comment;
}

export function updateComment(state: State, token: Token, id: number, body: unknown): FakeComment {
  demand(token, 'pull_requests', 'write');
  const comment = findComment(state, id);
  comment.body = readBody(body);
  comment.updated_at = tick(state);
  return comment;
}

export function deleteComment(state: State, token: Token, id: number): void {
  demand(token, 'pull_requests', 'write');
  state.comments.splice(state.comments.indexOf(findComment(state, id)), 1);
}

export function getPull(state: State, token: Token, number: number): FakePull {
  demand(token, 'pull_requests', 'read');
  const pull = state.pulls.find((each) => each.number === number);
  if (!pull) throw new Refusal(404, 'Not Found');
  return pull;
}

/** 250 at most, as GitHub lists them; where nothing is said, one commit of nobody that GitHub knows. */
export function listPullCommits(state: State, token: Token, number: number): FakeCommit[] {
  const { head } = getPull(state, token, number);
  const commits = state.pull_commits.get(number) ?? [{ sha: head.sha, author: null, committer: null }];
  return commits.slice(0, 250);
}

export function listPulls(state: State, token: Token, query: URLSearchParams): FakePull[] {
  demand(token, 'pull_requests', 'read');
  const head = query.get('head');
  const wanted = query.get('state') ?? 'open';
  return state.pulls.filter(
    (pull) => (wanted === 'all' || pull.state === wanted) && (head === null || pull.head.label === head),
  );
}

function findComment(state: State, id: number): FakeComment {
  const comment = state.comments.find((each) => each.id === id);
  if (!comment) throw new Refusal(404, 'Not Found');
  return comment;
}

function readBody(body: unknown): string {
  if (typeof body !== 'string' || body.trim() === '')
    throw new Refusal(422, 'Validation Failed', [{ code: 'missing_field', field: 'body' }]);
  if ([...body].length > 65_536)
    throw new Refusal(422, 'Validation Failed', [
      { code: 'custom', field: 'body', message: 'Body is too long (maximum is 65536 characters)' },
    ]);
  return body;
}
