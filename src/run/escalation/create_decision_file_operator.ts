import {
  constants,
  type FSWatcher,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { getOwnerTag, isOwnerGone } from '../../system/get_owner_tag.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { Operator, OperatorQuestion, OperatorReply } from './operator.js';
import { getAnswerPath, readAnswerFile } from './read_answer_file.js';

/**
 * Format of questions as files (requirement R12). The run directory has `escalations/<id>.json` for each open question;
 * whoever may write there answers with `escalations/<id>.answer.json`. Sandboxes never see a run directory, so no agent
 * can answer for itself. The folder is deleted with the last question; the log records the answers.
 */

const QUESTION_ID = /^[0-9a-f]{10}$/;
/** Maximum bytes of a question. */
const QUESTION_LIMIT = 256 * 1024;
/** Interval of polling where the kernel sends no notice (network file systems), in milliseconds. */
const POLL_MS = 500;

const questionSchema = z.strictObject({
  id: z.string().regex(QUESTION_ID),
  attempt_id: z.string(),
  contract: z.string(),
  condition: z.string(),
  question: z.string(),
  timeout_ms: z.number(),
  maker: z.string().describe('mark of the process that waits'),
});

const getQuestionPath = (run: string, id: string) => join(run, RUN_FILES.escalations, `${id}.json`);

/** Creates the operator that asks by files. */
export function createDecisionFileOperator(): Operator {
  /** Number of open questions per run directory. */
  const open = new Map<string, number>();
  return {
    async ask({ id, condition, question, timeout_ms }, run, signal) {
      const { attempt_id, contract } = run.manifest;
      const question_fields: OperatorQuestion = {
        id,
        attempt_id,
        contract: contract.id,
        condition,
        question,
        timeout_ms,
      };
      const filed = { ...question_fields, maker: getOwnerTag() };
      open.set(run.path, (open.get(run.path) ?? 0) + 1);
      try {
        mkdirSync(join(run.path, RUN_FILES.escalations), { recursive: true });
        writeAtomically(getQuestionPath(run.path, id), `${JSON.stringify(filed, null, 2)}\n`);
        const reply = await awaitAnswer(run.path, id, signal);
        return reply && { ...reply, channel: 'file' };
      } finally {
        const left = open.get(run.path)! - 1;
        open.set(run.path, left);
        const obsolete_path = left === 0 ? join(run.path, RUN_FILES.escalations) : getQuestionPath(run.path, id);
        rmSync(obsolete_path, { recursive: true, force: true });
      }
    },
  };
}

async function awaitAnswer(run: string, id: string, signal: AbortSignal): Promise<OperatorReply | undefined> {
  let wake = () => {};
  const folder = join(run, RUN_FILES.escalations);
  const notice = watchFolder(folder, () => wake());
  try {
    while (!signal.aborted) {
      const reply = await readAnswerFile(run, id);
      if (reply) return reply;
      await new Promise<void>((resolve) => {
        const poll = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(poll);
          resolve();
        };
        signal.addEventListener('abort', wake, { once: true });
      });
      signal.removeEventListener('abort', wake);
    }
    return undefined;
  } finally {
    notice?.close();
  }
}

/**
 * Watches a folder for changes.
 *
 * @returns undefined if the kernel cannot watch it
 */
function watchFolder(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => {}); // polling goes on
    return watcher;
  } catch {
    return undefined;
  }
}

/** Question in a run directory, with its state. */
export interface FiledQuestion extends OperatorQuestion {
  state: 'open' | 'answered' | 'abandoned';
}

/** Lists the questions of a run directory, ordered by name; invalid files are left out. */
export async function listFiledQuestions(run: string): Promise<FiledQuestion[]> {
  const folder = join(run, RUN_FILES.escalations);
  // Links are not followed: question and answer would belong to another run.
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).sort() : [];
  const questions: FiledQuestion[] = [];
  for (const name of names) {
    const id = /^([0-9a-f]{10})\.json$/.exec(name)?.[1];
    const filed = id === undefined ? undefined : await readQuestionFile(run, id);
    if (!filed) continue;
    const { maker, ...question } = filed;
    const answered = (await readAnswerFile(run, question.id)) !== undefined;
    const waiting = isOwnerGone(maker) ? 'abandoned' : 'open';
    questions.push({ ...question, state: answered ? 'answered' : waiting });
  }
  return questions;
}

async function readQuestionFile(run: string, id: string): Promise<z.infer<typeof questionSchema> | undefined> {
  try {
    const file = await open(getQuestionPath(run, id), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > QUESTION_LIMIT) return undefined;
      const read = questionSchema.safeParse(JSON.parse(await file.readFile('utf8')));
      return read.success && read.data.id === id ? read.data : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * Writes the answer to a question atomically. An existing answer stays.
 *
 * @returns false if there was an answer
 * @throws errors of the file system, such as EACCES
 */
export async function writeAnswerFile(run: string, id: string, reply: OperatorReply): Promise<boolean> {
  const path = getAnswerPath(run, id);
  const text = `${JSON.stringify(reply, null, 2)}\n`;
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: 0o644 });
  try {
    linkSync(temporary, path); // unlike a rename, it fails if the file exists
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (await readAnswerFile(run, id)) return false;
    writeAtomically(path, text); // the existing file is no answer
    return true;
  } finally {
    rmSync(temporary, { force: true });
  }
}
