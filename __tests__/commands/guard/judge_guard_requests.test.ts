import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { judgeGuardRequests } from '../../../src/commands/guard/judge_guard_requests.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';

const room = givenRoom();
afterAll(cleanUp);

/** Types `gatebench guard …` and feeds it. */
async function asked(input: string | Buffer | (string | Buffer)[], ...options: string[]) {
  const error: string[] = [];
  const log: string[] = [];
  const output = new PassThrough();
  const answers: Buffer[] = [];
  output.on('data', (chunk: Buffer) => answers.push(chunk));
  const code = await runCommandLine(
    ['guard', ...options],
    {
      log: (line) => log.push(line),
      error: (line) => error.push(line),
      signal: new AbortController().signal,
      terminal: { columns: 100, colour: false },
    },
    {
      cwd: room,
      search_path: '',
      user: 'tester',
      client: { input: Readable.from(Array.isArray(input) ? input : [input]), output },
    },
  );
  const lines = Buffer.concat(answers).toString().split('\n').filter(Boolean);
  return { code, error, log, answers: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const rulesOf = ({ answers }: { answers: Record<string, unknown>[] }) => answers.map(({ rule }) => rule);
const question = (command: string) => `${JSON.stringify({ command })}\n`;

describe('gatebench guard', () => {
  it.each([
    ['/srv/app', undefined, null],
    ['/home/me/app', undefined, null],
    ['/home/me/app/web', '/home/me/app', null],
    ['/usr/local/app', undefined, 'delete-system-file'],
    ['/etc/app', undefined, 'delete-system-file'],
    ['/srv/app/../../etc/app', undefined, 'delete-system-file'],
    ['/srv/app', '/home/me/other', 'delete-system-file'],
  ])('takes the project of a folder for the workspace: %s, %s', async (folder, workspace, rule) => {
    const { answers } = await asked(JSON.stringify({ command: 'rm -rf dist', folder, workspace }));
    expect(answers[0]!.rule).toBe(rule);
  });

  it('answers each line with one line of the same keys, in order', async () => {
    const { code, answers } = await asked('{"command":"git push --force"}\n{"command":"git push"}\n{"write":".env"}');
    expect(code).toBe(0);
    expect(answers.map((answer) => Object.keys(answer))).toEqual(
      Array(3).fill(['verdict', 'rule', 'code', 'reason', 'format', 'category', 'severity']),
    );
    expect(
      answers.map(({ verdict, rule, code, format, category, severity }) => [
        verdict,
        rule,
        code,
        format,
        category,
        severity,
      ]),
    ).toEqual([
      ['deny', 'git-force-push', 'destructive_operation_blocked', 'code', 'git', 'severe'],
      ['allow', null, null, 'code', null, null],
      ['deny', 'credential-file', 'credential_file_protected', 'code', 'credentials', 'severe'],
    ]);
  });

  it('asks at the trust level that is given, 2 by default', async () => {
    const force = question('git push --force');
    expect(rulesOf(await asked(force, '--trust', '2'))).toEqual(['git-force-push']);
    expect(rulesOf(await asked(force, '--trust', '3'))).toEqual([null]);
    const always = question('rm -rf /') + question('cat .env');
    expect(rulesOf(await asked(always, '--trust', '4'))).toEqual(['delete-machine', 'credential-file']);
  });

  it.each(['5', '-1', 'x', '1.5'])('refuses the trust level %s', async (level) => {
    expect(await asked('', '--trust', level)).toMatchObject({ code: 2, answers: [] });
  });

  it('judges each line by itself, with --session in the light of the lines before', async () => {
    const lines = `${JSON.stringify({ write: 'x.sh', content: 'rm -rf /' })}\n${question('sh x.sh')}`;
    expect(rulesOf(await asked(lines))).toEqual([null, null]);
    expect(rulesOf(await asked(lines, '--session'))).toEqual([null, 'delete-machine']);
  });

  describe('a line that is no question is refused, told with its place, and makes the exit code 2', () => {
    const cases: [what: string, line: string | Buffer, told: RegExp][] = [
      ['no JSON', 'rm -rf /', /^<stdin>:2:1 {2}is not JSON/],
      ['half a JSON', '{"command": "ls"', /^<stdin>:2:17 {2}is not JSON/],
      ['no object', '[1]', /^<stdin>:2:1 {2}/],
      ['no question', '{"comand": "ls"}', /^<stdin>:2:1 {2}needs exactly one of/],
      ['two questions', '{"command": "ls", "text": "x"}', /^<stdin>:2:1 {2}needs exactly one of/],
      ['a number', '{"command": 1}', /^<stdin>:2:1 {2}command: /],
      ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /^<stdin>:2:1 {2}is not UTF-8/],
      ['escapes for a terminal', '\u001b[2J', /^<stdin>:2:1 {2}[^\u001b]*$/],
      ['a line of more than 4 MiB', Buffer.alloc(4 * 1024 * 1024 + 1, 'a'), /^<stdin>:2:1 {2}is longer than/],
    ];
    it.each(cases)('%s', async (_what, line, told) => {
      const { code, answers, error } = await asked([question('ls'), line, '\n', question('git push -f')]);
      expect(code).toBe(2);
      expect(answers.map(({ verdict, rule }) => [verdict, rule])).toEqual([
        ['allow', null],
        ['deny', 'unreadable-input'],
        ['deny', 'git-force-push'],
      ]);
      expect(error).toEqual([expect.stringMatching(told)]);
    });
  });

  it('passes over empty lines, takes CRLF and lines in any pieces', async () => {
    const text = `\n\r\n${question('ls').trim()}\r\n${question('git push -f')}`;
    const { code, answers } = await asked([...text].map((letter) => Buffer.from(letter)));
    expect([code, rulesOf({ answers })]).toEqual([0, [null, 'git-force-push']]);
  });

  itInFull('does not read on while nobody takes the answers', async () => {
    let fed = 0;
    const input = Readable.from(
      (function* () {
        for (; fed < 5000; fed += 1) yield Buffer.from(question('ls'));
      })(),
    );
    const output = new PassThrough({ highWaterMark: 1024 });
    const done = judgeGuardRequests(
      { trust: 2, rules: [], session: false },
      { input, output, printError: () => {}, signal: new AbortController().signal },
      room,
    );
    const stalled = await new Promise<number>((resolve) => {
      const look = (before: number) => setImmediate(() => (fed === before && fed > 0 ? resolve(fed) : look(fed)));
      look(-1);
    });
    expect(stalled).toBeLessThan(1000);
    output.resume();
    expect(await done).toBe(0);
    expect(fed).toBe(5000);
  });

  it('ends when the reader of the answers goes away, and when it is interrupted', async () => {
    const endless = () =>
      Readable.from(
        (async function* () {
          for (;;) {
            await new Promise(setImmediate);
            yield Buffer.from(question('ls'));
          }
        })(),
      );
    const order = { trust: 2, rules: [], session: false };
    const gone = new PassThrough();
    gone.once('data', () => gone.destroy());
    const never = new AbortController().signal;
    expect(
      await judgeGuardRequests(order, { input: endless(), output: gone, printError: () => {}, signal: never }, room),
    ).toBe(0);
    const interruption = new AbortController();
    const output = new PassThrough();
    output.once('data', () => interruption.abort());
    output.resume();
    expect(
      await judgeGuardRequests(
        order,
        { input: endless(), output, printError: () => {}, signal: interruption.signal },
        room,
      ),
    ).toBe(130);
  });

  const rule = (more = '') => `schema: 1
rules:
  - id: no-deploy
    category: deployment
    severity: severe
    explanation: Deployments are made by the pipeline.
    match: [{program: [deploy.sh]}]
    examples:
      matches: [./deploy.sh production]
      passes: [cat deploy.sh]
${more}`;

  it('joins rules of files, and lists all of them', async () => {
    writeFileSync(join(room, 'mine.yml'), rule());
    expect(rulesOf(await asked(question('./deploy.sh x'), '--rules', 'mine.yml'))).toEqual(['no-deploy']);
    const { log, code } = await asked('', '--list', '--rules', 'mine.yml');
    expect([code, log.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^no-deploy +deployment +severe +Deployments are made/),
    ]);
  });

  it('names the place of a mistake in them', async () => {
    writeFileSync(join(room, 'wrong.yml'), rule('    trst: 3\n'));
    await expect(asked('', '--rules', 'wrong.yml')).rejects.toThrow(
      new UserError('wrong.yml:11:5  unknown key "trst" – did you mean "trust"?'),
    );
    for (const [file, why] of [
      ['none.yml', 'ENOENT'],
      ['.', 'not a file'],
    ] as const)
      await expect(asked('', '--rules', file)).rejects.toThrow(
        new UserError(`guardrail rules ${file} cannot be read (${why})`),
      );
  });
});
