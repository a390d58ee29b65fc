import type { AtifStep } from '../../record/trajectory/atif_document.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  numberSteps,
  toCount,
  toList,
  type UnnumberedStep,
} from './trajectory_fault.js';

/** Most characters of the name of an unknown kind of records, and most of such names in a note. */
const MAX_KIND = 40;
const MAX_KINDS = 5;

/** Prompts that a client writes into the place of the user. */
const CLIENT_TEXT = /^\s*(?:<(?:environment_context|user_instructions|session_context)>|# AGENTS\.md instructions)/;

/** Most records at the beginning of a file in which its format is looked for. */
export const MAX_HEAD = 200;

/** Record of a session with the words that name its place in a fault. */
interface PlacedRecord {
  record: ForeignRecord;
  path: string;
}

/** Steps of one session of a command-line agent, made of its records in their order. */
export class SessionSteps {
  readonly #steps: UnnumberedStep[] = [];
  readonly #by_key = new Map<string, UnnumberedStep>();
  readonly #by_call = new Map<string, UnnumberedStep>();
  readonly #open_calls = new Set<string>();
  readonly #left_out = new Map<string, number>();
  /** Step of the agent that no result and no prompt has closed. */
  #open: UnnumberedStep | undefined;

  /** Lists the records of a session; what is no object is counted as left out. */
  *list(value: unknown): Iterable<PlacedRecord> {
    for (const [index, record] of toList(value).entries()) {
      if (isRecord(record)) yield { record, path: `record ${index + 1}` };
      // A line that could not be parsed is null, and counted where it was.
      else if (record !== null) this.leaveOut('no object');
    }
  }

  /** Adds a prompt, or words of the client, unless they are empty. A prompt that the client wrote is of the system. */
  addMessage(source: 'user' | 'system', message: string, rest: Partial<UnnumberedStep> = {}): void {
    this.#open = undefined;
    if (message === '') return;
    const writer = CLIENT_TEXT.test(message) ? 'system' : source;
    this.#steps.push(dropAbsent<UnnumberedStep>({ source: writer, message, ...rest }));
  }

  /** Returns the response with a key, or the one that is open; it is begun if there is none. */
  getResponse(key: string | undefined, rest: Partial<UnnumberedStep>): UnnumberedStep {
    const begun_step = key === undefined ? this.#open : this.#by_key.get(key);
    if (begun_step !== undefined) return begun_step;
    const step = dropAbsent<UnnumberedStep>({ source: 'agent', message: '', ...rest });
    this.#steps.push(step);
    if (key !== undefined) this.#by_key.set(key, step);
    this.#open = step;
    return step;
  }

  /** Returns the last response; undefined before the first. */
  getLastResponse(): UnnumberedStep | undefined {
    return this.#steps.findLast(({ source }) => source === 'agent');
  }

  /** Closes the response that is open. */
  closeResponse(): void {
    this.#open = undefined;
  }

  /** Checks for a call that waits for its result. */
  isOpenCall(id: string): boolean {
    return this.#open_calls.has(id);
  }

  /** Adds a call to a response. */
  addCall(step: UnnumberedStep, id: string, name: string, args: Record<string, unknown>): void {
    step.tool_calls ??= [];
    step.tool_calls.push({ tool_call_id: id, function_name: name, arguments: args });
    this.#by_call.set(id, step);
    this.#open_calls.add(id);
  }

  /** Adds the result of a call. One of no known call has a step of its own. */
  addResult(id: string | undefined, content: string, extra?: Record<string, unknown>): void {
    this.#open = undefined;
    const step = id === undefined ? undefined : this.#by_call.get(id);
    if (id === undefined || step === undefined) {
      this.#steps.push({ source: 'system', message: '', observation: { results: [dropAbsent({ content, extra })] } });
      return;
    }
    this.#open_calls.delete(id);
    step.observation ??= { results: [] };
    step.observation.results.push(dropAbsent({ source_call_id: id, content, extra }));
  }

  /** Closes a call whose result is not in the format. */
  closeCall(id: string): void {
    this.#open_calls.delete(id);
  }

  /** Counts something that is not read, by its kind. */
  leaveOut(kind: unknown): void {
    const name = String(typeof kind === 'string' ? kind : 'no type')
      .slice(0, MAX_KIND)
      .toWellFormed();
    this.#left_out.set(name, (this.#left_out.get(name) ?? 0) + 1);
  }

  /**
   * Ends the session.
   *
   * @param end the words of the client on its end; undefined = none, null = the format has none
   * @returns the steps, and in one note what the session does not hold
   * @throws {TrajectoryFault} if there are no steps
   */
  finish(end: string | undefined | null): { steps: AtifStep[]; notes?: string } {
    const left_out = [...this.#left_out];
    const count = left_out.reduce((sum, [, each]) => sum + each, 0);
    const kinds = left_out.slice(0, MAX_KINDS).map(([name]) => name);
    const notes = [
      this.#steps.some(({ source }) => source === 'user') ? [] : 'no prompt of a user is in it',
      this.#open_calls.size === 0 ? [] : `calls without a result: ${this.#open_calls.size}`,
      end === undefined ? 'its end is not in it' : [],
      count === 0 ? [] : `left out: ${count} (${kinds.join(', ')}${left_out.length > MAX_KINDS ? ', …' : ''})`,
    ].flat();
    return dropAbsent({ steps: numberSteps(this.#steps), notes: notes.length > 0 ? notes.join('; ') : undefined });
  }
}

/** Adds a text to words of a step, as a paragraph of its own. */
export const joinParagraph = (words: string | null | undefined, text: string): string =>
  words ? (text === '' ? words : `${words}\n${text}`) : text;

/** Adds counts of tokens. @returns undefined if none is known, or the sum is beyond what counts are */
export function addCounts(...counts: readonly (number | undefined)[]): number | undefined {
  const tokens = counts.filter((count) => count !== undefined);
  return tokens.length === 0 ? undefined : toCount(tokens.reduce((sum, count) => sum + count, 0));
}
