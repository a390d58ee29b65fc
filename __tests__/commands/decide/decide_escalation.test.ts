// Needs: nothing
import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { askOperator } from '../../../src/run/escalation/ask_operator.js';
import {
  createDecisionFileOperator,
  listFiledQuestions,
} from '../../../src/run/escalation/create_decision_file_operator.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenAskingRun, QUESTION } from '../../run/escalation/given_question.js';

afterAll(cleanUp);

const stop = new AbortController();
afterAll(() => stop.abort());

async function said(cwd: string, ...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const streams = {
    log: (line: string) => void out.push(line),
    error: (line: string) => void err.push(line),
    signal: stop.signal,
    terminal: { columns: 80, colour: false },
  };
  const code = await runCommandLine(['records', 'decide', ...argv], streams, { cwd, search_path: '', user: 'tester' });
  return { code, out, err };
}

/** A run that waits for answers, and the ids of its questions. */
async function givenWaiting(questions = 1) {
  const run = givenAskingRun();
  const operators = [createDecisionFileOperator()];
  const asking = Array.from({ length: questions }, (_, i) =>
    askOperator({ ...QUESTION, condition: `c${i}` }, { run, operators, signal: stop.signal }),
  );
  let filed = await listFiledQuestions(run.path);
  while (filed.length < questions) filed = await listFiledQuestions(run.path);
  const ids = filed.sort((a, b) => (a.condition < b.condition ? -1 : 1)).map(({ id }) => id);
  return { run, asking, ids, cwd: join(run.path, '..') };
}

describe('gatebench decide', () => {
  it('lists what is asked, and nothing more when nothing is', async () => {
    const { cwd, ids, asking } = await givenWaiting();
    expect(await said(cwd, 'run')).toEqual({
      code: 0,
      out: [`${ids[0]}  run  c0  no answer within 20.0 s = deny`, `  ${QUESTION.question}`],
      err: [],
    });
    const { out } = await said(cwd, 'run', '--json');
    expect(out.map((line) => JSON.parse(line))).toEqual([
      { run: 'run', id: ids[0], condition: 'c0', question: QUESTION.question, timeout_ms: 20_000 },
    ]);
    await said(cwd, 'run', '--deny', '--because', 'no');
    await asking[0];
    expect((await said(cwd, 'run')).out).toEqual(['nothing is asked']);
  });

  it('answers the one question there is, or the one that is named, with name and reason', async () => {
    const { cwd, ids, asking } = await givenWaiting(2);
    expect((await said(cwd, 'run', ids[1]!, '--allow', '--because', 'read\x1b it', '--by', 'ada')).out).toEqual([
      `allow: ${ids[1]} of run`,
    ]);
    expect(await asking[1]).toMatchObject({ decision: 'allow', by: 'ada', channel: 'file', justification: 'read it' });
    await said(cwd, 'run', '--deny', '--because', 'not that one');
    expect(await asking[0]).toMatchObject({ decision: 'deny', by: 'tester', justification: 'not that one' });
  });

  it('refuses an unknown run, an unknown question, several, an answered one, and a decision without a reason', async () => {
    const { cwd, ids, asking } = await givenWaiting(3);
    const wrong = async (...argv: string[]) => {
      const error = await said(cwd, ...argv).then(
        () => undefined,
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(UserError);
      return (error as UserError).message;
    };
    const because = ['--because', 'x'];
    await said(cwd, 'run', ids[2]!, '--deny', ...because);
    await asking[2];
    expect([
      await wrong('nowhere', '--allow', ...because),
      await wrong('run', '9999999999', '--allow', ...because),
      await wrong('run', '../../x', '--allow', ...because),
      await wrong('run', '--allow', ...because),
      await wrong('run', ids[2]!, '--allow', ...because),
      await wrong('run', ids[0]!, '--allow'),
      await wrong('run', ids[0]!, '--allow', '--because', ' \u200b '),
      await wrong('run', ids[0]!, ...because),
    ]).toEqual([
      'nowhere is neither a run directory nor an output folder with runs',
      'no question 9999999999 is asked',
      'no question ../../x is asked',
      '2 questions are open',
      `question ${ids[2]} is answered already`,
      'a decision needs a written reason',
      'a decision needs a written reason',
      '--because needs a decision',
    ]);
    expect((await said(cwd, 'run', ids[0]!, '--allow', '--deny', ...because)).code).toBe(2);
  });

  it('says that nobody waits any more when the run was killed', async () => {
    const cwd = givenRoom();
    const folder = join(cwd, 'run', 'escalations');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(cwd, 'run', 'events.jsonl'), '');
    const { cwd: other, ids, run } = await givenWaiting();
    const [question] = await listFiledQuestions(run.path);
    const { state: _, ...asked } = question!;
    const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    writeFileSync(join(folder, `${ids[0]}.json`), JSON.stringify({ ...asked, maker: `${namespace}-1-99` }));
    await expect(said(cwd, 'run', ids[0]!, '--allow', '--because', 'x')).rejects.toThrow('is gone');
    expect((await said(cwd, 'run')).out).toEqual(['nothing is asked']);
    await said(other, 'run', '--deny', '--because', 'x');
  });
});
