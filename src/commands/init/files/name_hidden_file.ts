/** Longest part of a name that is taken from the file's own. */
const MAX_WORDS = 60;

/**
 * Names the file beside a contract that holds a hidden file. Runners, compilers and linters of the repository find
 * files by their endings and by words such as `test`, so the name has neither: `test/slug.test.js` becomes
 * `1-slug.hidden`.
 *
 * @param path path of the hidden file in the workspace
 * @param number number of the file in its contract, from 1
 */
export function nameHiddenFile(path: string, number: number): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');
  const words = name
    .replace(/tests?|specs?/gi, ' ')
    .replace(/[^a-z0-9]+/gi, '-')
    .slice(0, MAX_WORDS)
    .replace(/^-+|-+$/g, '');
  return `${number}${words === '' ? '' : `-${words}`}.hidden`;
}
