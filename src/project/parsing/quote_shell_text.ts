/** Quotes a word for /bin/sh. Words of harmless characters stay as they are. */
export function quoteShellText(word: string): string {
  return /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes paths for /bin/sh. A path that begins with `-` cannot be taken for an option. */
export function quotePaths(paths: readonly string[]): string[] {
  return paths.map((path) => quoteShellText(path.startsWith('-') ? `./${path}` : path));
}
