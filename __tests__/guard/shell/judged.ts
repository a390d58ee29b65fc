import { readCode } from '../../../src/guard/code/read_code.js';
import { createGuard } from '../../../src/guard/create_guard.js';
import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../../src/guard/invocation.js';
import { readCommand } from '../../../src/guard/shell/read_command.js';

/** Returns true if a new guard denies a line. */
export const isDenied = (command: string): boolean => createGuard().judge({ command }, { trust: 2 }).verdict === 'deny';

/** Returns the predicted output of a line, as an argument. `?` = unknown, `??` = unread. */
export const outputOf = (line: string): string | undefined =>
  readCommand(`x "$(${line})"`, { readCode })
    .invocations.at(-1)
    ?.args[0]?.text.replaceAll(UNREAD_VALUE, '??')
    .replaceAll(UNKNOWN_VALUE, '?');
