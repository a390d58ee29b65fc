/** Compiles a pattern of a command line; undefined if it is invalid, such as `[z-a]`. */
export function compilePattern(source: string, flags = ''): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Returns a pattern that matches where one of these does. */
export const joinPatterns = (patterns: readonly string[], flags = ''): RegExp => new RegExp(patterns.join('|'), flags);
