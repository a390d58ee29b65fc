import { UserError } from '../../contract/input/user_error.js';
import { findJsonFault, sha256, toWellFormedValue } from '../../record/json/compute_digest.js';
import type { ImportedTrajectory } from '../../record/trajectory/atif_document.js';
import { atifReader } from './atif_reader.js';
import { claudeCodeReader } from './claude_code_reader.js';
import { codexReader } from './codex_reader.js';
import { geminiCliReader } from './gemini_cli_reader.js';
import { miniSweAgentReader } from './mini_swe_agent_reader.js';
import { opencodeReader } from './opencode_reader.js';
import { openhandsReader } from './openhands_reader.js';
import { MAX_HEAD } from './session_steps.js';
import { sweAgentReader } from './swe_agent_reader.js';
import { TrajectoryFault } from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Deepest nesting of a trajectory, and most steps. */
const MAX_DEPTH = 200;
const MAX_STEPS = 100_000;
/** Most lines of a session. */
const MAX_LINES = 1_000_000;

const READERS: readonly TrajectoryReader[] = [
  miniSweAgentReader,
  sweAgentReader,
  openhandsReader,
  geminiCliReader,
  claudeCodeReader,
  codexReader,
  opencodeReader,
  atifReader,
];

/**
 * Parses one trajectory, of the format that its fields show.
 *
 * @param place name of the file, with the line where a file has several
 * @throws {UserError} with the place if it is no JSON, of no known format, or lacks a field of its format
 */
export function parseTrajectory(text: string, place: string): ImportedTrajectory {
  try {
    const { reader, value, notes } = parseFormat(text, place);
    const { document, ...read } = reader.read(value);
    const steps = document.steps.length;
    if (steps > MAX_STEPS) throw new TrajectoryFault(`it has ${steps} steps, more than ${MAX_STEPS}`);
    const note = [...notes, document.notes ?? []].flat().join('; ');
    return {
      ...read,
      document: notes.length > 0 ? { ...document, notes: note } : document,
      place,
      sha256: sha256(text),
      bytes: Buffer.byteLength(text),
    };
  } catch (error) {
    if (error instanceof TrajectoryFault) throw new UserError(`${place}  ${error.message}`);
    throw error;
  }
}

/**
 * Checks if a line of a file belongs to one session with the other lines, and is no trajectory of its own.
 *
 * @returns undefined if the line is neither
 */
export function isSessionLine(line: string): boolean | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (READERS.some((each) => each.matches(value))) return false;
    return READERS.some((each) => each.matches([value])) || undefined;
  } catch {
    return undefined;
  }
}

interface ParsedFormat {
  reader: TrajectoryReader;
  value: unknown;
  notes: readonly string[];
}

/** Parses a text as one JSON value, else as lines of JSON that are one session. */
function parseFormat(text: string, place: string): ParsedFormat {
  const whole = tryParse(text);
  const document = whole === undefined ? undefined : createFormat(whole, place, []);
  if (document !== undefined) return document;
  const { values, notes } = parseSessionLines(text);
  const session = createFormat(values, place, notes);
  if (session !== undefined) return session;
  if (whole === undefined) throw createJsonError(text, place);
  throw new UserError(
    `${place}  is a trajectory of no known format`,
    'Known: .traj of SWE-agent, .traj.json of mini-swe-agent, output.jsonl of OpenHands, ATIF, sessions of ' +
      'Claude Code, Codex, OpenCode and gemini-cli.',
  );
}

function createFormat(json: unknown, place: string, notes: readonly string[]): ParsedFormat | undefined {
  if (isDeeperThan(json, MAX_DEPTH)) throw new UserError(`${place}  is nested deeper than ${MAX_DEPTH} times`);
  const value = toWellFormedValue(json);
  const reader = READERS.find((each) => each.matches(value));
  return reader && { reader, value, notes };
}

/** Lines of JSON, as far as they could be parsed. */
interface SessionLines {
  /** Value of each line, the first one at 0; null for one that is empty or no JSON. */
  values: unknown[];
  /** Missing parts: lines that are no JSON, and a last line that is cut off. */
  notes: string[];
}

/** Parses lines of JSON; only the first ones, if they are of no known format. @throws {TrajectoryFault} for too many of them */
function parseSessionLines(text: string): SessionLines {
  const values: unknown[] = [];
  let faults = 0;
  let is_cut = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline === -1 ? undefined : newline).trim();
    start = newline === -1 ? text.length : newline + 1;
    if (values.length === MAX_HEAD && !READERS.some((each) => each.matches(values))) break;
    if (values.length === MAX_LINES) throw new TrajectoryFault(`it has more than ${MAX_LINES} lines`);
    const value = line === '' ? null : tryParse(line);
    values.push(value ?? null);
    if (value !== undefined) continue;
    if (newline === -1) is_cut = true;
    else faults += 1;
  }
  const notes = [faults === 0 ? [] : `lines that are no JSON: ${faults}`, is_cut ? 'its last line is cut off' : []];
  return { values, notes: notes.flat() };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function createJsonError(text: string, place: string): UserError {
  const lines = text.slice(0, findJsonFault(text)).split('\n');
  // A row has its line already.
  const position = /:\d+$/.test(place) ? `${lines.at(-1)!.length + 1}` : `${lines.length}:${lines.at(-1)!.length + 1}`;
  return new UserError(`${place}:${position}  is not JSON from here on`);
}

/** Checks the depth of a value level by level, so that no nesting exhausts the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
