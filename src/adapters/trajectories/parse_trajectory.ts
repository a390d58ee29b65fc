import { UserError } from '../../contract/input/user_error.js';
import { findJsonFault, sha256, toWellFormedValue } from '../../record/json/compute_digest.js';
import type { ImportedTrajectory } from '../../record/trajectory/atif_document.js';
import { atifReader } from './atif_reader.js';
import { geminiCliReader } from './gemini_cli_reader.js';
import { miniSweAgentReader } from './mini_swe_agent_reader.js';
import { openhandsReader } from './openhands_reader.js';
import { sweAgentReader } from './swe_agent_reader.js';
import { TrajectoryFault } from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Deepest nesting of a trajectory, and most steps. */
const MAX_DEPTH = 200;
const MAX_STEPS = 100_000;

const READERS: readonly TrajectoryReader[] = [
  miniSweAgentReader,
  sweAgentReader,
  openhandsReader,
  geminiCliReader,
  atifReader,
];

/**
 * Parses one trajectory, of the format that its fields show.
 *
 * @param place name of the file, with the line where a file has several
 * @throws {UserError} with the place if it is no JSON, of no known format, or lacks a field of its format
 */
export function parseTrajectory(text: string, place: string): ImportedTrajectory {
  const value = parseJson(text, place);
  const reader = READERS.find((each) => each.matches(value));
  if (reader === undefined)
    throw new UserError(
      `${place}  is a trajectory of no known format`,
      'Known: .traj of SWE-agent, .traj.json of mini-swe-agent, output.jsonl of OpenHands, ATIF, sessions of ' +
        'gemini-cli.',
    );
  try {
    const read = reader.read(value);
    const steps = read.document.steps.length;
    if (steps > MAX_STEPS) throw new TrajectoryFault(`it has ${steps} steps, more than ${MAX_STEPS}`);
    return { ...read, place, sha256: sha256(text), bytes: Buffer.byteLength(text) };
  } catch (error) {
    if (error instanceof TrajectoryFault) throw new UserError(`${place}  ${error.message}`);
    throw error;
  }
}

function parseJson(text: string, place: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const lines = text.slice(0, findJsonFault(text)).split('\n');
    // A row has its line already.
    const position = /:\d+$/.test(place)
      ? `${lines.at(-1)!.length + 1}`
      : `${lines.length}:${lines.at(-1)!.length + 1}`;
    throw new UserError(`${place}:${position}  is not JSON from here on`);
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw new UserError(`${place}  is nested deeper than ${MAX_DEPTH} times`);
  return toWellFormedValue(value);
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
