/** Compiles a pattern of a command line; undefined if it is invalid, such as `[z-a]`. */
export function compilePattern(source: string, flags = ''): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
