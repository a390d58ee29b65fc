/**
 * Returns a name as it is compared: ends trimmed, each run of white space one blank. Lists of required tests are often read off
 * printed logs, where a title's trailing blank or line break is lost.
 */
export function spelling(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
