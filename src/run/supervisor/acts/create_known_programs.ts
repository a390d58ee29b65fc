import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { ActRoad } from '../../../record/events/act_payloads.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { ExecutedProgram } from './act_monitor.js';
import type { ActQuestion } from './act_question.js';
import type { RecordedAct } from './create_act_recorder.js';
import { toCommandLine } from './list_call_questions.js';

/** Commands that are remembered, the latest. */
const MAX_COMMANDS = 20_000;
const MAX_LINES = 200;
/** Characters of a line that are compared; a trace has no more of it. */
const COMPARED_CHARACTERS = 16_000;

/** Signs of words of which a shell makes others. */
const SHELL_EXPANSIONS = /[~*?[{$`…]/;
/** Programs are seen with the words that the shell made already. */
const EXECUTED_ROADS: ReadonlySet<ActRoad> = new Set(['program', 'check']);

/** Memory of the programs that earlier acts name. Executing one of them is not an act of its own. */
export interface KnownPrograms {
  note(recorded: RecordedAct): void;
  questionOf(program: ExecutedProgram): Extract<ActQuestion, { form: 'command' }>;
  /** The act that names this program, word by word, or whose line this shell was given. */
  known(program: ExecutedProgram): EventPayload<'act'> | undefined;
  /**
   * Finds an act that the guard denied, with the same program and options; the other words may be expansions of the
   * shell.
   */
  alike(program: ExecutedProgram): EventPayload<'act'> | undefined;
  /** Forgets a refused act: it was not executed, so a similar program is another act. */
  forget(act: EventPayload<'act'>): void;
  /** Returns true if an act has not been seen on this road before. */
  isFirstSight(act: number, road: ActRoad): boolean;
}

/** Creates an empty memory of programs. */
export function createKnownPrograms(): KnownPrograms {
  const commands = new Map<string, EventPayload<'act'>>();
  const against = new Map<string, EventPayload<'act'>>();
  const lines: { act: EventPayload<'act'>; line: string }[] = [];
  const visited = new Set<string>();
  const lineOf = ({ argv }: ExecutedProgram) => toCommandLine([...argv]) ?? '';
  const programOf = ({ argv: [path = ''] }: ExecutedProgram) => path.slice(path.lastIndexOf('/') + 1);

  return {
    note({ act, plain, line = plain.text }) {
      if (act.form === 'text' || act.form === 'edit') return;
      for (const command of plain.commands) {
        if (!commands.has(command) && commands.size < MAX_COMMANDS) commands.set(command, act);
        if (act.guard?.rule && SHELL_EXPANSIONS.test(command) && !EXECUTED_ROADS.has(act.road))
          against.set(getOptionsKey(command.split(' ')), act);
      }
      lines.push({ act, line: line.slice(0, COMPARED_CHARACTERS) });
      if (lines.length > MAX_LINES) lines.shift();
    },
    questionOf: (program) => ({
      form: 'command',
      command: lineOf(program),
      ...omitUndefined({ folder: program.cwd }),
    }),
    known(program) {
      const words = [programOf(program), ...program.argv.slice(1)].join(' ').replace(/\s+/g, ' ').trim();
      const candidates = commands.get(words);
      if (candidates !== undefined) return candidates;
      // Shells are given the line behind what prepares it.
      const line = lineOf(program);
      const isOf = (given: string) => {
        const index = given.length < COMPARED_CHARACTERS ? line.length - given.length : line.indexOf(given);
        return (
          index >= 0 &&
          line.startsWith(given, index) &&
          /^$|[\n;|&]\s*$/.test(line.slice(Math.max(0, index - 40), index))
        );
      };
      return lines.findLast((known) => known.line !== '' && isOf(known.line))?.act;
    },
    alike: (program) => against.get(getOptionsKey([programOf(program), ...program.argv.slice(1)])),
    forget(act) {
      for (const map of [commands, against]) for (const [key, one] of map) if (one.act === act.act) map.delete(key);
      const index = lines.findIndex((one) => one.act.act === act.act);
      if (index !== -1) lines.splice(index, 1);
    },
    isFirstSight(act, road) {
      const key = `${act} ${road}`;
      if (visited.has(key)) return false;
      visited.add(key);
      return true;
    },
  };
}

/** Returns a key of a program and its options in any order. */
const getOptionsKey = ([program = '', ...words]: readonly string[]): string =>
  [program, ...words.filter((word) => word.startsWith('-')).sort()].join(' ');
