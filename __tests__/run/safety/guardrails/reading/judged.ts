import { readCode } from '../../../../../src/run/safety/guardrails/code/read_code.js';
import { UNKNOWN, UNREAD } from '../../../../../src/run/safety/guardrails/deed.js';
import { openGuard } from '../../../../../src/run/safety/guardrails/open_guard.js';
import { readCommand } from '../../../../../src/run/safety/guardrails/reading/read_command.js';

/** Tells whether a guard of its own denies a line. */
export const isDenied = (command: string): boolean => openGuard().judge({ command }, { trust: 2 }).verdict === 'deny';

/** The text that a line prints: the argument that it becomes. `?` = not known, `??` = not read. */
export const outputOf = (line: string): string | undefined =>
  readCommand(`x "$(${line})"`, { readCode })
    .deeds.at(-1)
    ?.args[0]?.text.replaceAll(UNREAD, '??')
    .replaceAll(UNKNOWN, '?');
