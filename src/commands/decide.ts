import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { elapsed } from '../publish/report/quantities.js';
import type { Event } from '../record/events.js';
import { FILES } from '../record/run_directory.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, plainText } from '../run/escalation/answer_text.js';
import { type FiledQuestion, fileAnswer, filedQuestions } from '../run/escalation/decision_file.js';
import type { RunOutput } from './orders.js';
import { findRuns } from './records.js';

/** A decision as the command line gives it; nothing decided = list what is asked. */
export interface Decision {
  id?: string | undefined;
  decision?: 'allow' | 'deny' | undefined;
  because?: string | undefined;
  by: string;
  json: boolean;
}

interface Place {
  path: string;
  shown: string;
  question: FiledQuestion;
}

/**
 * `decide`: answers a question that a run asks (R12), or lists what is asked. The run takes the answer at once; whether it was in
 * time is in the run's record.
 *
 * @throws {UserError} for an unknown run or question, one that is answered or abandoned, a missing reason
 */
export async function decide(names: readonly string[], order: Decision, out: RunOutput, cwd: string): Promise<0> {
  const runs = findRuns(names, cwd);
  const places: Place[] = [];
  for (const { path, shown } of runs)
    for (const question of await filedQuestions(path)) places.push({ path, shown, question });
  if (order.decision === undefined) {
    if (order.because !== undefined)
      throw new UserError(
        '--because needs a decision',
        'Add --allow or --deny; without either open questions are listed.',
      );
    list(places, order, out);
    return 0;
  }
  const justification = plainText(order.because ?? '', JUSTIFICATION_LIMIT);
  if (justification === '')
    throw new UserError('a decision needs a written reason', 'Add --because "…": it stands in the record.');
  const place = choose(
    places,
    order.id,
    runs.map(({ path }) => path),
  );
  const reply = { decision: order.decision, by: plainText(order.by, NAME_LIMIT), justification };
  if (!(await write(place, reply))) throw answered(place.question.id);
  if (order.json) out.log(jsonText({ run: place.shown, id: place.question.id, ...reply }));
  else out.log(`${order.decision}: ${place.question.id} of ${safe(place.shown)}`);
  return 0;
}

function list(places: readonly Place[], order: Decision, out: RunOutput): void {
  const open = places.filter(({ question }) => question.state === 'open' && (order.id ?? question.id) === question.id);
  for (const { shown, question } of open) {
    const { id, condition, timeout_ms } = question;
    if (order.json) out.log(jsonText({ run: shown, id, condition, question: question.question, timeout_ms }));
    else {
      out.log(`${id}  ${safe(shown)}  ${safe(condition)}  no answer within ${elapsed(timeout_ms)} = deny`);
      out.log(`  ${safe(question.question)}`);
    }
  }
  if (open.length === 0 && !order.json) out.log('nothing is asked');
}

/** The one question that is meant. */
function choose(places: readonly Place[], id: string | undefined, runs: readonly string[]): Place {
  const open = places.filter(({ question }) => question.state === 'open');
  if (id === undefined) {
    if (open.length === 1) return open[0]!;
    throw new UserError(
      open.length === 0 ? 'nothing is asked' : `${open.length} questions are open`,
      open.length === 0
        ? 'Only a run that waits for an answer can be answered.'
        : 'Name one of them: gatebench decide RUN ID.',
    );
  }
  const place = places.find(({ question }) => question.id === id);
  if (place?.question.state === 'open') return place;
  if (place?.question.state === 'answered' || runs.some((run) => wasAnswered(run, id))) throw answered(id);
  throw new UserError(
    place ? `the run that asked ${safe(id)} is gone` : `no question ${safe(id)} is asked`,
    'gatebench decide RUN lists what is asked.',
  );
}

const answered = (id: string) =>
  new UserError(`question ${safe(id)} is answered already`, 'The first answer counts; the record of the run has it.');

/** Whether the log of a run has a decision on the question. */
function wasAnswered(run: string, id: string): boolean {
  try {
    return readFileSync(join(run, FILES.events), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"escalation"') && line.includes(JSON.stringify(id)))
      .map((line) => JSON.parse(line) as Event)
      .some(({ type, payload }) => type === 'escalation' && payload.id === id && payload.decision !== 'pending');
  } catch {
    return false;
  }
}

async function write({ path, shown, question }: Place, reply: Parameters<typeof fileAnswer>[2]): Promise<boolean> {
  try {
    return await fileAnswer(path, question.id, reply);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw answered(question.id); // closed meanwhile
    throw new UserError(`the answer cannot be written to ${shown} (${code})`, 'Answer as the user who runs gatebench.');
  }
}
