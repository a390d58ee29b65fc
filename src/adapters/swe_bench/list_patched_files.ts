/** File that a patch writes, with the text of the lines that it adds. */
interface AddedText {
  path: string;
  added: string;
}

/** Lists the files that a patch writes. Only names and test files are taken from it; git applies it. */
export function listPatchedFiles(patch: string): AddedText[] {
  const files: { path: string; added: string[] }[] = [];
  const lines = patch.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const path = /^\+\+\+ (?:b\/)?([^\t]+)/.exec(line)?.[1];
    // A line of a hunk may begin with these signs as well.
    if (path !== undefined && lines[index - 1]?.startsWith('--- ')) {
      if (path !== '/dev/null') files.push({ path, added: [] });
    } else if (line.startsWith('+')) files.at(-1)?.added.push(line.slice(1));
  }
  return files.map(({ path, added }) => ({ path, added: added.join('\n') }));
}
