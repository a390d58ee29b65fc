import { UserError } from '../contract/user_error.js';
import { callerMask } from '../run/secrets/caller_secrets.js';
import type { RunOutput } from './orders.js';

/** What is said, without providers' keys: names of agents and files are the caller's own words, and may hold one. */
export function outputWithoutKeys(out: RunOutput, keys: readonly string[]): RunOutput {
  const mask = callerMask([], keys);
  if (!mask) return out;
  return {
    ...out,
    log: (line) => out.log(mask(line)),
    error: (line) => out.error(mask(line)),
    ...(out.styled ? { styled: (line) => out.styled?.(line.map((part) => ({ ...part, text: mask(part.text) }))) } : {}),
  };
}

/** A mistake of the caller's in words without keys; every other error as it is. */
export function mistakeWithoutKeys(error: unknown, keys: readonly string[]): unknown {
  const mask = callerMask([], keys);
  if (!mask || !(error instanceof UserError)) return error;
  return new UserError(error.lines.map(mask), error.remedy === undefined ? undefined : mask(error.remedy));
}
