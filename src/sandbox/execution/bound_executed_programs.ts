import type { ExecutedPrograms } from '../sandbox_backend.js';
import { truncateArguments } from '../trace/create_program_trace.js';

/** Maximum characters of one program's arguments in an event. */
const SHOWN_CHARACTERS = 2000;
/** Maximum characters of all arguments in an event; further programs are only named. */
const SHOWN_TOTAL_CHARACTERS = 200_000;
const NAMED_CHARACTERS = 80;

/**
 * Bounds executed programs for an event. Secrets are masked before anything is cut, since half a secret would not be
 * recognised.
 *
 * @param stored returns a text as an event holds it
 */
export function boundExecutedPrograms(seen: ExecutedPrograms, stored: (text: string) => string): ExecutedPrograms {
  let left = SHOWN_TOTAL_CHARACTERS;
  return {
    ...seen,
    programs: seen.programs.map(({ argv, count }) => {
      const shown = truncateArguments(argv.map(stored), left > 0 ? SHOWN_CHARACTERS : NAMED_CHARACTERS);
      left -= shown.join(' ').length;
      return { argv: shown, count };
    }),
  };
}
