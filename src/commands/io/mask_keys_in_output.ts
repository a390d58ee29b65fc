import { UserError } from '../../contract/input/user_error.js';
import { createCallerMask } from '../../run/redaction/create_caller_mask.js';
import type { CommandContext } from './command_context.js';
import type { ProgressReporter } from './progress_reporter.js';

/** Masks providers' keys in the output: names of agents and files are the caller's words and may contain one. */
export function maskKeysInOutput(out: CommandContext, keys: readonly string[]): CommandContext {
  const mask = createCallerMask([], keys);
  if (!mask) return out;
  return {
    ...out,
    log: (line) => out.log(mask(line)),
    error: (line) => out.error(mask(line)),
    progress: out.progress && maskProgress(out.progress, mask),
    ...(out.styled ? { styled: (line) => out.styled?.(line.map((part) => ({ ...part, text: mask(part.text) }))) } : {}),
  };
}

const maskProgress = (progress: ProgressReporter, mask: (text: string) => string): ProgressReporter => ({
  begin: (text) => maskProgress(progress.begin(mask(text)), mask),
  enter(text, change) {
    const part = progress.enter(text && mask(text), change);
    return part && maskProgress(part, mask);
  },
  update: ({ text, ...change }) => progress.update({ ...change, text: text && mask(text) }),
  end: () => progress.end(),
});

/** Masks providers' keys in a user's mistake; returns other errors unchanged. */
export function maskKeysInError(error: unknown, keys: readonly string[]): unknown {
  const mask = createCallerMask([], keys);
  if (!mask || !(error instanceof UserError)) return error;
  return new UserError(error.lines.map(mask), error.remedy === undefined ? undefined : mask(error.remedy));
}
