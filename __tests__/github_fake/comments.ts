import { demand, type FakeComment, type FakePull, Refusal, type State, type Token } from './state.js';

/** Issue comments and pull requests, with the limit of 65,536 characters. */

export function listComments(state: State, token: Token, number: number): FakeComment[] {
  demand(token, 'pull_requests', 'read');
  getPull(state, token, number);
  return state.comments.filter((comment) => comment.issue_number === number);
}

export function createComment(state: State, token: Token, number: number, body: unknown): FakeComment {
  demand(token, 'pull_requests', 'write');
  getPull(state, token, number);
  const id = state.next_id++;
  const comment: FakeComment = {
    id,
    issue_number: number,
    user: { login: token.login, type: token.kind === 'installation' ? 'Bot' : 'User' },
    body: readBody(body),
    html_url: `https://github.test/${state.full_name}/pull/${number}#issuecomment-${id}`,
  };
  state.comments.push(comment);
  return comment;
}

export function updateComment(state: State, token: Token, id: number, body: unknown): FakeComment {
  demand(token, 'pull_requests', 'write');
  const comment = findComment(state, id);
  comment.body = readBody(body);
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
