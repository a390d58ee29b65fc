import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatDuration } from '../../publish/text/format_quantity.js';
import type { Event } from '../../record/events/event.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import {
  type FiledQuestion,
  listFiledQuestions,
  writeAnswerFile,
} from '../../run/escalation/create_decision_file_operator.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, toPlainLine } from '../../run/escalation/operator.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';

/** Options of `decideEscalation`; no decision = list the questions. */
interface DecideOptions {
  id?: string | undefined;
  decision?: 'allow' | 'deny' | undefined;
  because?: string | undefined;
  by: string;
  json: boolean;
}

interface AskedQuestion {
  path: string;
  shown: string;
  question: FiledQuestion;
}

/**
 * Answers a question that a run asks, or lists the open ones (`decideEscalation`; requirement R12).
 *
 * The run takes the answer at once; its record states whether it was in time.
 *
 * @throws {UserError} for an unknown run or question, one that is answered or abandoned, and a missing reason
 */
export async function decideEscalation(
  names: readonly string[],
  options: DecideOptions,
  out: CommandContext,
  cwd: string,
): Promise<0> {
  const runs = findRuns(names, cwd);
  const places: AskedQuestion[] = [];
  for (const { path, shown } of runs)
    for (const question of await listFiledQuestions(path)) places.push({ path, shown, question });
  if (options.decision === undefined) {
    if (options.because !== undefined)
      throw new UserError(
        '--because needs a decision',
        'Add --allow or --deny; without either open questions are listed.',
      );
    printOpenQuestions(places, options, out);
    return 0;
  }
  const justification = toPlainLine(options.because ?? '', JUSTIFICATION_LIMIT);
  if (justification === '')
    throw new UserError('a decision needs a written reason', 'Add --because "…": it stands in the record.');
  const place = selectQuestion(
    places,
    options.id,
    runs.map(({ path }) => path),
  );
  const reply = { decision: options.decision, by: toPlainLine(options.by, NAME_LIMIT), justification };
  if (!(await writeDecision(place, reply))) throw createAnsweredError(place.question.id);
  if (options.json) out.log(formatInertJson({ run: place.shown, id: place.question.id, ...reply }));
  else out.log(`${options.decision}: ${place.question.id} of ${safe(place.shown)}`);
  return 0;
}

function printOpenQuestions(places: readonly AskedQuestion[], options: DecideOptions, out: CommandContext): void {
  const open = places.filter(
    ({ question }) => question.state === 'open' && (options.id ?? question.id) === question.id,
  );
  for (const { shown, question } of open) {
    const { id, condition, timeout_ms } = question;
    if (options.json) out.log(formatInertJson({ run: shown, id, condition, question: question.question, timeout_ms }));
    else {
      out.log(`${id}  ${safe(shown)}  ${safe(condition)}  no answer within ${formatDuration(timeout_ms)} = deny`);
      out.log(`  ${safe(question.question)}`);
    }
  }
  if (open.length === 0 && !options.json) out.log('nothing is asked');
}

/** Returns the question that is meant. @throws {UserError} if there is none, or several */
function selectQuestion(
  places: readonly AskedQuestion[],
  id: string | undefined,
  runs: readonly string[],
): AskedQuestion {
  const open = places.filter(({ question }) => question.state === 'open');
  if (id === undefined) {
    if (open[0] && open.length === 1) return open[0];
    throw new UserError(
      open.length === 0 ? 'nothing is asked' : `${open.length} questions are open`,
      open.length === 0
        ? 'Only a run that waits for an answer can be answered.'
        : 'Name one of them: gatebench records decide RUN ID.',
    );
  }
  const place = places.find(({ question }) => question.id === id);
  if (place?.question.state === 'open') return place;
  if (place?.question.state === 'answered' || runs.some((run) => isAnswered(run, id))) throw createAnsweredError(id);
  throw new UserError(
    place ? `the run that asked ${safe(id)} is gone` : `no question ${safe(id)} is asked`,
    'gatebench records decide RUN lists what is asked.',
  );
}

const createAnsweredError = (id: string) =>
  new UserError(`question ${safe(id)} is answered already`, 'The first answer counts; the record of the run has it.');

/** Tells whether the log of a run has a decision on the question. */
function isAnswered(run: string, id: string): boolean {
  try {
    return readFileSync(join(run, RUN_FILES.events), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"escalation"') && line.includes(JSON.stringify(id)))
      .map((line) => JSON.parse(line) as Event)
      .some(({ type, payload }) => type === 'escalation' && payload.id === id && payload.decision !== 'pending');
  } catch {
    return false;
  }
}

async function writeDecision(
  { path, shown, question }: AskedQuestion,
  reply: Parameters<typeof writeAnswerFile>[2],
): Promise<boolean> {
  try {
    return await writeAnswerFile(path, question.id, reply);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw createAnsweredError(question.id); // closed meanwhile
    throw new UserError(`the answer cannot be written to ${shown} (${code})`, 'Answer as the user who runs gatebench.');
  }
}
