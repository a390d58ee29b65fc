import { UserError } from '../../../contract/input/user_error.js';
import { type HookClient, hookClients, isHookClient } from './clients/hook_formats.js';
import { type GuardLevel, guardLevels } from './settings/guard_settings.js';

/** Arguments of the hook. */
export interface HookArguments {
  client: HookClient;
  level: GuardLevel | undefined;
  /** File to which judged calls are logged. */
  log: string | undefined;
}

const OPTIONS = ['--hook', '--level', '--log'];

/** Reads `--hook CLIENT [--level LEVEL] [--log FILE]`, in any order. @throws {UserError} for anything else */
export function readHookArguments(argv: readonly string[]): HookArguments {
  const values = new Map<string, string>();
  for (let index = 0; index < argv.length; index += 1) {
    const [flag = '', attached] = splitOption(argv[index]!);
    if (!OPTIONS.includes(flag)) throw new UserError(`unknown argument "${argv[index]}" beside --hook`);
    if (attached === undefined) index += 1;
    const value = attached ?? argv[index];
    if (value === undefined || value === '') throw new UserError(`${flag} has no value`);
    values.set(flag, value);
  }
  const client = values.get('--hook');
  if (!isHookClient(client)) throw new UserError(`--hook must be one of ${hookClients.join(', ')}`);
  const named = values.get('--level');
  const level = guardLevels.find((name) => name === named);
  if (named !== undefined && level === undefined)
    throw new UserError(`--level must be one of ${guardLevels.join(', ')}`);
  return { client, level, log: values.get('--log') };
}

function splitOption(argument: string): [string, string | undefined] {
  const end = argument.startsWith('--') ? argument.indexOf('=') : -1;
  return end === -1 ? [argument, undefined] : [argument.slice(0, end), argument.slice(end + 1)];
}
