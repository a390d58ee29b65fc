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
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../record/atomic.js';
import { FILES } from '../../record/run_directory.js';
import { isMakerGone, makerMark } from '../sandbox/maker.js';
import type { Asked, Operator, Reply } from './operator.js';

/**
 * Questions as files (R12): the run directory has `escalations/<id>.json` for each open question, and whoever may write there
 * answers with `escalations/<id>.answer.json`. Sandboxes never see a run directory, so no agent can answer for itself. The
 * folder goes with the last question: it is a letter box, the record of what was answered is the log.
 */

const ID = /^[0-9a-f]{10}$/;
/** Bytes that an answer may have. */
const ANSWER_LIMIT = 16 * 1024;
/** Bytes that a question may have. */
const QUESTION_LIMIT = 256 * 1024;
/** How often the folder is looked at where the kernel's notice does not come (network file systems), in milliseconds. */
const POLL_MS = 500;

const answerSchema = z.strictObject({
  decision: z.enum(['allow', 'deny']),
  by: z.string(),
  justification: z.string(),
});

const questionSchema = z.strictObject({
  id: z.string().regex(ID),
  attempt_id: z.string(),
  contract: z.string(),
  condition: z.string(),
  question: z.string(),
  timeout_ms: z.number(),
  maker: z.string().describe('mark of the process that waits'),
});

const questionFile = (run: string, id: string) => join(run, FILES.escalations, `${id}.json`);
const answerFile = (run: string, id: string) => join(run, FILES.escalations, `${id}.answer.json`);

/** Asks by a file. */
export function decisionFile(): Operator {
  /** Open questions by run directory. */
  const open = new Map<string, number>();
  return {
    async ask({ id, condition, question, timeout_ms }, run, signal) {
      const { attempt_id, contract } = run.manifest;
      const asked: Asked = { id, attempt_id, contract: contract.id, condition, question, timeout_ms };
      const filed = { ...asked, maker: makerMark() };
      open.set(run.path, (open.get(run.path) ?? 0) + 1);
      try {
        mkdirSync(join(run.path, FILES.escalations), { recursive: true });
        writeAtomically(questionFile(run.path, id), `${JSON.stringify(filed, null, 2)}\n`);
        const reply = await awaitAnswer(run.path, id, signal);
        return reply && { ...reply, channel: 'file' };
      } finally {
        const left = open.get(run.path)! - 1;
        open.set(run.path, left);
        const gone = left === 0 ? join(run.path, FILES.escalations) : questionFile(run.path, id);
        rmSync(gone, { recursive: true, force: true });
      }
    },
  };
}

async function awaitAnswer(run: string, id: string, signal: AbortSignal): Promise<Reply | undefined> {
  let wake = () => {};
  const folder = join(run, FILES.escalations);
  const notice = noticeOf(folder, () => wake());
  try {
    while (!signal.aborted) {
      const reply = await readAnswer(run, id);
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

/** The kernel's notice of changes, where there is one. */
function noticeOf(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on('error', () => {}); // polling goes on
    return watcher;
  } catch {
    return undefined;
  }
}

/**
 * The answer in a run directory. Links, anything that is not a small regular file, and what is not an answer with a
 * justification are none: undefined.
 */
export async function readAnswer(run: string, id: string): Promise<Reply | undefined> {
  try {
    // Not through a link as folder either.
    if (!(await lstat(join(run, FILES.escalations))).isDirectory()) return undefined;
    // Not blocking: a pipe in its place would wait for a writer.
    const file = await open(answerFile(run, id), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > ANSWER_LIMIT) return undefined;
      const buffer = Buffer.alloc(ANSWER_LIMIT);
      const { bytesRead } = await file.read(buffer, 0, ANSWER_LIMIT, 0);
      const read = answerSchema.safeParse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
      return read.success && read.data.justification.trim() !== '' ? read.data : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined; // not there, or not one
  }
}

/** A question in a run directory, and whether somebody still waits for an answer. */
export interface FiledQuestion extends Asked {
  state: 'open' | 'answered' | 'abandoned';
}

/** Every question of a run directory, in the order of their names. Files that are none are left out. */
export async function filedQuestions(run: string): Promise<FiledQuestion[]> {
  const folder = join(run, FILES.escalations);
  // Not through a link: the question and the answer would be another run's.
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).sort() : [];
  const found: FiledQuestion[] = [];
  for (const name of names) {
    const id = /^([0-9a-f]{10})\.json$/.exec(name)?.[1];
    const filed = id === undefined ? undefined : await readQuestion(run, id);
    if (!filed) continue;
    const { maker, ...asked } = filed;
    const answered = (await readAnswer(run, asked.id)) !== undefined;
    found.push({ ...asked, state: answered ? 'answered' : isMakerGone(maker) ? 'abandoned' : 'open' });
  }
  return found;
}

async function readQuestion(run: string, id: string): Promise<z.infer<typeof questionSchema> | undefined> {
  try {
    const file = await open(questionFile(run, id), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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
 * Answers a question, whole or not at all. An answer that is there already stays: then false.
 *
 * @throws what the file system says, e.g. EACCES
 */
export async function fileAnswer(run: string, id: string, reply: Reply): Promise<boolean> {
  const path = answerFile(run, id);
  const text = `${JSON.stringify(reply, null, 2)}\n`;
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: 0o644 });
  try {
    linkSync(temporary, path); // unlike a rename, refused where there is one
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (await readAnswer(run, id)) return false;
    writeAtomically(path, text); // what was there is no answer
    return true;
  } finally {
    rmSync(temporary, { force: true });
  }
}
