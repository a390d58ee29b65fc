import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { askOperator } from '../../../src/run/escalation/ask_operator.js';
import {
  createDecisionFileOperator,
  listFiledQuestions,
  writeAnswerFile,
} from '../../../src/run/escalation/create_decision_file_operator.js';
import { readAnswerFile } from '../../../src/run/escalation/read_answer_file.js';
import { ALL } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';
import { asked, givenAskingRun, QUESTION } from './given_question.js';

afterAll(cleanUp);

const never = new AbortController().signal;
const ID = '0123456789';
const reply = { decision: 'allow', by: 'ada', justification: 'checked' } as const;

/** Waits until a question can be answered. */
async function questionIn(run: string): Promise<string> {
  for (;;) {
    const [question] = await listFiledQuestions(run);
    if (question) return question.id;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('a question as a file', () => {
  it('is there while it is asked, is answered by a file, and leaves nothing behind', async () => {
    const run = givenAskingRun();
    const asking = askOperator(QUESTION, { run, operators: [createDecisionFileOperator()], signal: never });
    const id = await questionIn(run.path);
    const { evidence_seq: _, ...shown } = QUESTION;
    expect(await listFiledQuestions(run.path)).toEqual([
      { id, attempt_id: run.manifest.attempt_id, contract: 'small', ...shown, state: 'open' },
    ]);
    // A record that waits is unfinished, not changed.
    expect(verifyRun(run.path)).toMatchObject({ standing: 'unsealed', faults: [] });
    expect(await writeAnswerFile(run.path, id, reply)).toBe(true);
    expect(await asking).toMatchObject({ ...reply, channel: 'file' });
    expect(existsSync(join(run.path, 'escalations'))).toBe(false);
  });

  it('goes without an answer too', async () => {
    const run = givenAskingRun();
    await askOperator(
      { ...QUESTION, timeout_ms: 5 },
      { run, operators: [createDecisionFileOperator()], signal: never },
    );
    expect(asked(run).at(-1)).toMatchObject({ decision: 'deny', channel: 'timeout' });
    expect(existsSync(join(run.path, 'escalations'))).toBe(false);
  });

  it('waits for its own answer when two are asked at once', async () => {
    const run = givenAskingRun();
    const operators = [createDecisionFileOperator()];
    const ask = (condition: string) => askOperator({ ...QUESTION, condition }, { run, operators, signal: never });
    const both = [ask('a'), ask('b')];
    let questions = await listFiledQuestions(run.path);
    while (questions.length < 2) questions = await listFiledQuestions(run.path);
    const of = (condition: string) => questions.find((each) => each.condition === condition)!.id;
    await writeAnswerFile(run.path, of('b'), { ...reply, decision: 'deny' });
    expect((await both[1])!.decision).toBe('deny');
    await writeAnswerFile(run.path, of('a'), reply);
    expect((await both[0])!.decision).toBe('allow');
  });
});

describe('an answer in a file', () => {
  it('is the first one that is valid', async () => {
    const run = givenRoom();
    mkdirSync(join(run, 'escalations'));
    expect([
      await writeAnswerFile(run, ID, reply),
      await writeAnswerFile(run, ID, { ...reply, decision: 'deny' }),
      await readAnswerFile(run, ID),
    ]).toEqual([true, false, reply]);
  });

  const path = join('escalations', `${ID}.answer.json`);
  const text = JSON.stringify(reply);
  const none: [string, (run: string) => void][] = [
    [
      'a link',
      (run) => {
        writeFileSync(join(run, 'elsewhere'), text);
        symlinkSync('../elsewhere', join(run, path));
      },
    ],
    ['oversized', (run) => writeFileSync(join(run, path), text + ' '.repeat(20_000))],
    ['a folder', (run) => mkdirSync(join(run, path))],
    ['a pipe that nobody writes to', (run) => void execFileSync('mkfifo', [join(run, path)])],
    ['cut off', (run) => writeFileSync(join(run, path), text.slice(0, 20))],
    ['without a reason', (run) => writeFileSync(join(run, path), JSON.stringify({ ...reply, justification: ' ' }))],
    ['of another form', (run) => writeFileSync(join(run, path), JSON.stringify({ ...reply, more: 1 }))],
    ['undecided', (run) => writeFileSync(join(run, path), JSON.stringify({ ...reply, decision: 'pending' }))],
  ];
  it.each(none)('is none when it is %s', async (_what, write) => {
    const run = givenRoom();
    mkdirSync(join(run, 'escalations'));
    write(run);
    expect(await readAnswerFile(run, ID)).toBeUndefined();
  });

  it('is none in a folder that is a link', async () => {
    const run = givenRoom();
    mkdirSync(join(run, 'elsewhere'));
    symlinkSync('elsewhere', join(run, 'escalations'));
    writeFileSync(join(run, path), text);
    expect(await readAnswerFile(run, ID)).toBeUndefined();
  });
});

it('questions of another run, behind a link, are nobody’s to answer here', async () => {
  const run = givenRoom();
  const question = {
    id: ID,
    attempt_id: 'a',
    contract: 'a',
    condition: 'ci',
    question: 'May it?',
    timeout_ms: 1,
    maker: 'x',
  };
  mkdirSync(join(run, 'other'));
  writeFileSync(join(run, 'other', `${ID}.json`), JSON.stringify(question));
  symlinkSync('other', join(run, 'escalations'));
  expect(await listFiledQuestions(run)).toEqual([]);
});

where('sandbox')(
  'an agent can neither see nor write the folder of the questions: run directories are not in a sandbox',
  async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'nosy');
    const runs = join(room, 'out', 'runs');
    // Where the path leads inside is the sandbox's own temporary folder.
    const forge = `for run in ${runs}/*; do mkdir -p ${runs}/x/escalations "$run/escalations"; done`;
    // The system itself is large, and no place of ours.
    const but = ALL ? '' : String.raw`\( -path /usr -o -path /proc \) -prune -o`;
    const agent = String.raw`command:find / ${but} \( -name events.jsonl -o -name escalations \) -print 2>/dev/null; ${forge}`;
    const { attempts } = await ran(room, { contracts: [contract], agents: [agent] });
    const [call] = attempts[0]!.of('tool_invocation');
    expect(call!.payload.execution!.stdout.head).toBe('');
    expect(existsSync(join(attempts[0]!.path, 'escalations'))).toBe(false);
    expect(existsSync(join(runs, 'x'))).toBe(false);
  },
);
