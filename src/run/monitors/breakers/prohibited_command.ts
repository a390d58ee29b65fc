import type { Breaker, Sensor, Thresholds } from './breaker.js';
import { type Call, callKey, commandLine, isAskedCall, isCall } from './call.js';
import { commandsNamed } from './commands_named.js';

/**
 * The entry of `policy.commands.deny` that a call is against, if any; and the command it names.
 *
 * @param plainly only what is certain counts: the call was made by others, and we may have no more than the beginning of it
 */
function prohibition(
  call: Call,
  { policy }: Thresholds,
  plainly = false,
): { rule: string; command: string } | undefined {
  const { deny } = policy.commands;
  const line = deny.length === 0 ? undefined : commandLine(call);
  if (line === undefined) return undefined;
  const { commands, wrapped, unread } = commandsNamed(line);
  for (const words of [...commands, ...wrapped]) {
    const rule = deny.find((entry) => begins(words, entry.trim().split(/\s+/)));
    if (rule !== undefined) return { rule, command: words.join(' ').slice(0, 200) };
  }
  if (plainly) return undefined;
  const command = line.slice(0, 200);
  // What cannot be read whole may hold anything; of what is no command line to the shell, the name is enough.
  if (unread === 'too much') return { rule: 'too long or nested too deep to be read', command };
  const rule = unread && deny.find((entry) => names(line, entry.trim().split(/\s+/)[0]!));
  return rule === undefined ? undefined : { rule, command };
}

const names = (line: string, program: string): boolean => line.split(/[^\w.+-]+/).includes(program.split('/').at(-1)!);

/** Whether the words begin with those of the rule; options in between do not hide them. */
function begins(words: readonly string[], [program = '', ...rest]: readonly string[]): boolean {
  if (words[0] !== program.split('/').at(-1)) return false;
  let at = 1;
  return rest.every((wanted) => {
    while (words[at] !== wanted && words[at]?.startsWith('-')) at += 1;
    at += 1;
    return words[at - 1] === wanted;
  });
}

/**
 * Trips at a command of `policy.commands.deny`, made or only asked for, also where the traffic with a model shows that it was: the
 * workspace is quarantined and the run stopped for safety (R9). A person may allow one; then the same call passes.
 */
export const prohibitedCommand: Breaker = {
  code: 'prohibited-command',
  watch(thresholds): Sensor | undefined {
    if (thresholds.policy.commands.deny.length === 0) return undefined;
    const allowed = new Set<string>();
    let last = '';
    const offence = (call: Call, plainly?: boolean) => {
      const found = prohibition(call, thresholds, plainly);
      return found && !allowed.has(callKey(call)) ? found : undefined;
    };
    return {
      refuses(call) {
        const found = offence(call);
        return found && `prohibited by the rule "${found.rule}"`;
      },
      see(event) {
        if (!isCall(event) && !isAskedCall(event)) return undefined;
        const { payload } = event;
        const found = offence(payload, isAskedCall(event));
        if (!found) return undefined;
        last = callKey(payload);
        return {
          code: 'prohibited-command',
          severity: 'violation',
          message: `the command "${found.command}" is prohibited by the rule "${found.rule}"`,
          signals: {
            rule: found.rule,
            command: found.command,
            call: event.seq,
            made: payload.execution !== undefined || (payload.asked?.result ?? null) !== null,
          },
          action: 'quarantine',
          stop: { kind: 'safety' },
        };
      },
      allow: () => void allowed.add(last),
    };
  },
};
