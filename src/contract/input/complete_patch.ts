/**
 * Completes a patch whose end was trimmed: git needs the line end of the last line, and a blank line after a binary
 * file.
 */
export function completePatch(patch: string): string {
  const whole = patch.endsWith('\n') ? patch : `${patch}\n`;
  return /^GIT binary patch\r?$/m.test(whole) && !whole.endsWith('\n\n') ? `${whole}\n` : whole;
}
