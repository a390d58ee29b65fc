import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from '@octokit/rest';
import { parse } from 'yaml';

const head = 'a'.repeat(40);
const passing = {
  contract: { id: 'window' },
  agent: { name: 'pull-request' },
  verdict: { status: 'success', gate_vector: 'pass/pass/pass/pass' },
};
const failing = { ...passing, verdict: { status: 'failure', gate_vector: 'pass/pass/fail/pass' } };

describe('docs/workflows/publish.yml believes nothing that the evaluated code could have written', () => {
  it('publishes a passing evaluation as a check run and one comment', async () => {
    const { check, comments } = await publish({ results: [passing] });
    expect(check).toEqual({
      name: 'gatebench',
      head_sha: head,
      status: 'completed',
      conclusion: 'success',
      details_url: 'https://github.test/run/7',
      output: {
        title: '1 of 1 attempts passed every gate',
        summary: [
          'Every attempt passed every gate.',
          '',
          '| task | agent | patch / build / acceptance / safety | status |',
          '|---|---|---|---|',
          '| `window` | `pull-request` | pass/pass/pass/pass | success |',
          '',
          '[The evaluation with its records](https://github.test/run/7)',
        ].join('\n'),
      },
    });
    expect(comments).toEqual([
      {
        request: 'POST /repos/acme/shop/issues/5/comments',
        body: `<!-- gatebench: pull request -->\n### ✅ gatebench: 1 of 1 attempts passed every gate\n\n${check?.output.summary}\n\nCommit ${head}`,
      },
    ]);
  });

  it('updates its own comment, not one that imitates its marker', async () => {
    const marker = '<!-- gatebench: pull request -->';
    const { comments } = await publish({
      results: [passing],
      comments: [
        { id: 1, user: { login: 'mallory' }, body: `${marker} imitated` },
        { id: 2, user: { login: 'github-actions[bot]' }, body: `${marker} old` },
      ],
    });
    expect(comments.map(({ request }) => request)).toEqual(['PATCH /repos/acme/shop/issues/comments/2']);
  });

  const refused: [rule: string, situation: Situation, title: string][] = [
    ['a failing attempt is a failure', { results: [passing, failing] }, '1 of 2 attempts passed every gate'],
    [
      'passing results of a failed evaluation are a failure',
      { results: [passing], conclusion: 'failure' },
      '1 of 1 attempts passed every gate',
    ],
    ['no artifact is a failure', {}, 'No accepted result'],
    ['an empty artifact is a failure', { results: [] }, 'No accepted result'],
    ['results of another shape are a failure', { results: [{ verdict: 'success' }] }, 'No accepted result'],
    [
      'a change of .github/ is a failure, whatever the results say',
      { results: [passing], files: [{ filename: '.github/workflows/evaluate.yml' }] },
      'No accepted result',
    ],
    [
      'a file moved out of .github/ is a failure too',
      { results: [passing], files: [{ filename: 'a.yml', previous_filename: '.github/workflows/evaluate.yml' }] },
      'No accepted result',
    ],
    ['more changed files than GitHub lists are a failure', { results: [passing], changed: 4000 }, 'No accepted result'],
  ];
  it.each(refused)('%s', async (_rule, situation, title) => {
    const { check } = await publish(situation);
    expect([check?.conclusion, check?.output.title]).toEqual(['failure', title]);
  });

  it('shows closed words and plain identifiers only', async () => {
    const hostile = {
      contract: { id: '`</td><script>' },
      agent: { name: '@everyone |' },
      verdict: { status: '![x](http://evil)', gate_vector: '#1' },
    };
    const { check } = await publish({ results: [hostile] });
    expect(check?.output.summary.split('\n')[4]).toBe('| (unprintable) | (unprintable) | (unreadable) | invalid |');
  });

  it.each<[string, Situation]>([
    ['a commit that is no open head any more', { results: [passing], openHead: 'b'.repeat(40) }],
    ['another workflow of the same name', { results: [passing], path: '.github/workflows/other.yml' }],
  ])('writes nothing for %s', async (_rule, situation) => {
    expect(await publish(situation)).toEqual({ check: undefined, comments: [] });
  });

  it('leaves the comment alone when the head moved while it ran', async () => {
    expect((await publish({ results: [passing], movesTo: 'b'.repeat(40) })).comments).toEqual([]);
  });
});

interface Situation {
  /** lines of results.jsonl; absent: the artifact is missing */
  results?: unknown[];
  conclusion?: string;
  path?: string;
  files?: { filename: string; previous_filename?: string }[];
  changed?: number;
  comments?: { id: number; user: { login: string }; body: string }[];
  /** head of the open pull request, when the workflow asks first and when it is about to comment */
  openHead?: string;
  movesTo?: string;
}
interface Published {
  check: { conclusion: string; output: { title: string; summary: string } } | undefined;
  comments: { request: string; body: string }[];
}

/** Runs the script of publish.yml as the action does: an async function over a real client, against a server on loopback. */
async function publish(situation: Situation): Promise<Published> {
  const steps = parse(readFileSync(join(import.meta.dirname, '..', 'docs/workflows/publish.yml'), 'utf8')).jobs.publish
    .steps;
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-publish-'));
  const results = join(folder, 'results.jsonl');
  if (situation.results) writeFileSync(results, situation.results.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const published: Published = { check: undefined, comments: [] };
  const server = await givenGitHub(situation, published);
  const before = process.env.RESULTS;
  process.env.RESULTS = results;
  try {
    const { port } = server.address() as AddressInfo;
    const AsyncFunction = (async () => {}).constructor as new (
      ...text: string[]
    ) => (...given: unknown[]) => Promise<void>;
    const script = new AsyncFunction('github', 'context', 'core', 'require', steps.at(-1).with.script);
    await script(
      new Octokit({ baseUrl: `http://127.0.0.1:${port}` }),
      { repo: { owner: 'acme', repo: 'shop' }, payload: { workflow_run: givenRun(situation) } },
      { notice() {}, setFailed() {} },
      createRequire(import.meta.url),
    );
  } finally {
    if (before === undefined) delete process.env.RESULTS;
    else process.env.RESULTS = before;
    rmSync(folder, { recursive: true, force: true });
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  return published;
}

function givenRun(situation: Situation) {
  return {
    path: situation.path ?? '.github/workflows/evaluate.yml',
    conclusion: situation.conclusion ?? 'success',
    head_sha: head,
    head_branch: 'change',
    head_repository: { full_name: 'fork/shop', owner: { login: 'fork' } },
    html_url: 'https://github.test/run/7',
  };
}

async function givenGitHub(situation: Situation, published: Published): Promise<Server> {
  const files = situation.files ?? [{ filename: 'src/window.js' }];
  const pull = {
    number: 5,
    head: { sha: situation.openHead ?? head },
    changed_files: situation.changed ?? files.length,
  };
  const answers: Record<string, () => unknown> = {
    'GET /repos/acme/shop/pulls?state=open&head=fork%3Achange': () => [pull],
    'GET /repos/acme/shop/pulls/5': () => pull,
    'GET /repos/acme/shop/pulls/5/files?per_page=100': () => files,
    'GET /repos/acme/shop/issues/5/comments?per_page=100': () => {
      if (situation.movesTo) pull.head.sha = situation.movesTo;
      return situation.comments ?? [];
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const route = `${request.method} ${request.url}`;
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    if (route === 'POST /repos/acme/shop/check-runs') published.check = body;
    else if (body !== undefined) published.comments.push({ request: route, body: body.body });
    const answer = body === undefined ? answers[route]?.() : {};
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: `unexpected ${route}` }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}
