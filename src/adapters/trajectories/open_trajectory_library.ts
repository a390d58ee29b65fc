import { createReadStream, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { ImportedTrajectory } from '../../record/trajectory/atif_document.js';
import { MAX_CONTENT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { toPredictionKey } from '../predictions/read_predictions.js';
import { isSessionLine, parseTrajectory } from './parse_trajectory.js';
import { MAX_HEAD } from './session_steps.js';

/** Trajectories of a file or folder. They are read again when one is asked for, so that memory holds one at a time. */
interface TrajectoryLibrary {
  /** Tasks by their key, with the digest of the trajectory. */
  tasks: ReadonlyMap<string, string>;
  /** The one trajectory is that of every contract: its file names no task. */
  single: boolean;
  /** Agent and model of the first trajectory, for the name of the arm. */
  agent: string;
  /** Reads the trajectory of a task. @returns undefined if there is none */
  read(task: string): Promise<ImportedTrajectory | undefined>;
}

/** Most bytes of one row. */
const MAX_ROW_BYTES = 64 * 2 ** 20;
const MAX_FILES = 20_000;
const MAX_DEPTH = 4;
const FILE_NAME = /(?:\.traj|\.traj\.json|\.trajectory\.json|^trajectory\.json|^output\.jsonl)$/;
/** Files of lines, which hold either a trajectory each or one session together. */
const LINES_NAME = /\.(?:jsonl|ndjson)$/;

/**
 * Opens the trajectories of a file, or of the files below a folder. Every one is read once, so that a fault is known
 * before anything runs. A patch that a trajectory lacks is looked for beside its file, as `NAME.patch`.
 *
 * @throws {UserError} with file and line for a fault, two trajectories of one task, or none at all
 */
export async function openTrajectoryLibrary(path: string, shown: string): Promise<TrajectoryLibrary> {
  if (!existsSync(path)) throw new UserError(`trajectory ${shown} is not there`);
  const isFolder = statSync(path).isDirectory();
  const files = isFolder ? listFiles(path, shown) : [path];
  const tasks = new Map<string, string>();
  const places = new Map<string, { file: string; row: number; place: string }>();
  let agent: string | undefined;
  let single = false;
  for (const file of files) {
    const name = isFolder ? relative(path, file) : basename(file);
    if (isFolder && !FILE_NAME.test(basename(file)) && !(await isSessionFile(file, name))) continue;
    for await (const { text, row, place } of readTexts(file, name)) {
      const trajectory = parseTrajectory(text, place);
      const { name, model_name } = trajectory.document.agent;
      agent ??= model_name ? `${name}/${model_name}` : name;
      const key = toPredictionKey(trajectory.task ?? getFileTask(file));
      const first = places.get(key);
      if (first !== undefined)
        throw new UserError(
          `${place}  is a trajectory of "${key}", as ${first.place} is`,
          'Give the trajectories of one attempt per task.',
        );
      single = !isFolder && row === 0;
      tasks.set(key, trajectory.sha256);
      places.set(key, { file, row, place });
    }
  }
  if (agent === undefined) throw new UserError(`${shown} has no trajectories`);
  const [only] = places.keys();
  return {
    tasks,
    single,
    agent,
    async read(task) {
      const key = single ? only! : toPredictionKey(task);
      const location = places.get(key);
      if (location === undefined) return undefined;
      for await (const { text, row, place } of readTexts(location.file, location.place.replace(/:\d+$/, '')))
        if (row === location.row) return addNearPatch(parseTrajectory(text, place), location.file);
      throw new UserError(`${location.place}  was there when the run began, and is no longer`);
    },
  };
}

/** Lists the files below a folder that are named like trajectories, or like sessions. Links are not followed. */
function listFiles(folder: string, shown: string): string[] {
  const files: string[] = [];
  const walk = (path: string, depth: number) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(join(path, entry.name), depth + 1);
      else if (entry.isFile() && (FILE_NAME.test(entry.name) || LINES_NAME.test(entry.name)))
        files.push(join(path, entry.name));
    }
    if (files.length > MAX_FILES) throw new UserError(`${shown} has more than ${MAX_FILES} trajectories`);
  };
  walk(folder, 1);
  if (files.length === 0)
    throw new UserError(
      `${shown} has no file that is named like a trajectory`,
      'Such names end with .traj, .traj.json or .trajectory.json, or are trajectory.json or output.jsonl.',
    );
  return files.sort();
}

/** Row 0 is a whole file; rows of JSON lines count from 1. */
interface TrajectoryText {
  text: string;
  row: number;
  place: string;
}

async function* readTexts(file: string, name: string): AsyncIterable<TrajectoryText> {
  const is_session = LINES_NAME.test(file) && (await isSessionFile(file, name));
  if (LINES_NAME.test(file) && !is_session) {
    let row = 0;
    for await (const bytes of readLines(file, name)) {
      const place = `${name}:${++row}`;
      const text = decodeText(bytes, place);
      if (text.trim() !== '') yield { text, row, place };
    }
    return;
  }
  let bytes: Buffer;
  try {
    bytes = readRegularFile(file, MAX_CONTENT_BYTES);
  } catch (error) {
    throw new UserError(`trajectory ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  yield { text: decodeText(bytes, name, is_session), row: 0, place: name };
}

/** Checks if the lines of a file are one session, by the first of them that are known. */
async function isSessionFile(file: string, name: string): Promise<boolean> {
  let lines = 0;
  for await (const line of readLines(file, name)) {
    const is_session = isSessionLine(line.toString('utf8'));
    if (is_session !== undefined) return is_session;
    if (++lines >= MAX_HEAD) break;
  }
  return false;
}

async function* readLines(file: string, name: string): AsyncIterable<Buffer> {
  if (!lstatSync(file).isFile() && !statSync(file).isFile()) throw new UserError(`trajectory ${name} is not a file`);
  let parts: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_ROW_BYTES)
      throw new UserError(`${name}:${line}  the line has more than ${MAX_ROW_BYTES / 2 ** 20} MiB`);
    parts.push(part);
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield Buffer.concat(parts);
      [parts, bytes, start] = [[], 0, end + 1];
      line += 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/**
 * Decodes a text that must be UTF-8.
 *
 * @param may_be_cut the text may end in the middle of a character, which is left out
 * @throws {UserError} with the line of the first byte that is not UTF-8
 */
function decodeText(bytes: Buffer, place: string, may_be_cut = false): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new UserError(`${place}  is UTF-16`, 'Convert it to UTF-8 first.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: may_be_cut });
  } catch {
    const line = bytes.toString('utf8').split('\uFFFD', 1)[0]!.split('\n').length;
    throw new UserError(
      `${/:\d+$/.test(place) ? place : `${place}:${line}`}  is not UTF-8`,
      'Convert it to UTF-8 first.',
    );
  }
}

/** Returns the task that a file's name shows: `ID.traj`, `ID/trajectory.json`, `ID/agent/trajectory.json`. */
function getFileTask(file: string): string {
  const stem = getStem(file);
  if (stem !== 'trajectory') return stem;
  const folder = basename(dirname(file));
  return folder === 'agent' ? basename(dirname(dirname(file))) : folder;
}

const getStem = (file: string): string =>
  basename(file).replace(/(?:\.traj\.json|\.trajectory\.json|\.traj|\.jsonl?|\.ndjson)$/, '');

/** Takes the patch of `NAME.patch` beside the file where the trajectory has none. */
function addNearPatch(trajectory: ImportedTrajectory, file: string): ImportedTrajectory {
  const near = join(dirname(file), `${getStem(file)}.patch`);
  if (trajectory.patch !== null || !existsSync(near)) return trajectory;
  try {
    return { ...trajectory, patch: readRegularFile(near, MAX_CONTENT_BYTES), patch_file: true };
  } catch (error) {
    throw new UserError(`patch ${basename(near)} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
