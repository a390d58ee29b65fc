import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTextReader, findPullNumber } from '../../../src/commands/init/create_text_reader.js';
import { createGitHubClient } from '../../../src/publish/github/api/github_client.js';
import type { CommitChange } from '../../../src/workspace/history/read_commit.js';

const issues: Record<string, unknown> = {
  4: { number: 4, title: 'Sums are off', body: 'Fixes #9, closes #7', pull_request: {} },
  7: { number: 7, title: 'Wrong sum', body: 'add(1, 1) is 0' },
  9: { number: 9, title: 'Another change', body: null, pull_request: {} },
  12: { title: 5 },
};

/** A server that answers as GitHub does for issues. */
async function givenServer(broken = false): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const issue = issues[/\/issues\/(\d+)$/.exec(request.url!)?.[1] ?? ''];
    response.writeHead(broken ? 403 : issue ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(broken || !issue ? { message: 'no' } : issue));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function givenReader(broken = false) {
  const { server, url, asked } = await givenServer(broken);
  servers.push(server);
  const warnings: string[] = [];
  const client = createGitHubClient({ token: 't', api_url: url, fast: true });
  const read = createTextReader({ client, owner: 'o', repo: 'r' }, (reason) => warnings.push(reason));
  return { warnings, asked, read: (subject: string, body = '') => read({ subject, body } as CommitChange) };
}

it('takes the text of the issue that a pull request closes', async () => {
  const { read } = await givenReader();
  expect(await read('fix: sums (#4)')).toEqual({ origin: 'issue', title: 'Wrong sum', body: 'add(1, 1) is 0' });
});

it('takes the text of the pull request, else the commit message', async () => {
  const { read, warnings } = await givenReader();
  expect(await read('Merge pull request #9 from a/b', 'x')).toEqual({
    origin: 'pull request',
    title: 'Another change',
    body: '',
  });
  expect(await read('fix: sums (#404)', 'more')).toEqual({
    origin: 'commit message',
    title: 'fix: sums (#404)',
    body: 'more',
  });
  expect(warnings).toEqual([]);
});

it('warns once where GitHub refuses, or answers with something else, and goes on', async () => {
  const { read, warnings } = await givenReader(true);
  expect((await read('fix (#4)')).origin).toBe('commit message');
  expect((await read('fix (#7)')).origin).toBe('commit message');
  expect(warnings).toHaveLength(1);
  const garbage = await givenReader();
  expect((await garbage.read('fix (#12)')).origin).toBe('commit message');
  expect(garbage.warnings).toHaveLength(1);
});

it('asks nobody without a project', async () => {
  const read = createTextReader(undefined, () => {});
  expect((await read({ subject: 'fix (#4)', body: '' } as CommitChange)).title).toBe('fix (#4)');
});

it.each([
  ['Merge pull request #12 from a/b', 12],
  ['Fix it (#7)', 7],
  ['Fix #7 properly', undefined],
  ['Revert "x (#7)" again', undefined],
])('reads the number of the pull request of %j', (subject, number) => {
  expect(findPullNumber({ subject })).toBe(number);
});
