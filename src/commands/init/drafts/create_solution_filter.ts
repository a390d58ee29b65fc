/** Change whose description must not say how it was made. */
interface Solution {
  /** Its source files. */
  paths: readonly string[];
  /** Its patch, without tests. */
  patch: string;
  /** Texts that agents may see, or that tests ask for: the hidden files and the title. */
  known: readonly string[];
}

/** Verbs by which a message says how code was edited. Those that say what it does then, such as "Support", are not. */
const METHOD =
  /^(?:(?:also|then|and|now|instead|we|this (?:commit|change|patch|PR)),? )*(?:us(?:e[sd]?|ing)|replac(?:e[sd]?|ing)|switch(?:e[sd])? to|refactor(?:s|ed)?|extract(?:s|ed)?|rewr(?:ite|ites|ote)|inline[sd]?|reuse[sd]?|wrap(?:s|ped)?|rename[sd]?)\b/i;
/** Word that only code has: with an underscore, a digit or a capital inside. */
const CODE_NAME = /\b(?=\w*[a-z])(?=\w*(?:_|\d|[a-z][A-Z]))[A-Za-z_]\w{3,}\b/g;

/**
 * Creates a predicate that tells whether a sentence of a message says how a change was made: it begins as such
 * sentences do, or names a changed file or a name that the patch brings in.
 */
export function createSolutionFilter({ paths, patch, known }: Solution): (sentence: string) => boolean {
  const files = paths.flatMap((path) => [path, path.slice(path.lastIndexOf('/') + 1)]);
  const lines = patch.split('\n');
  const listNames = (text: string) => text.match(CODE_NAME) ?? [];
  const old = new Set([...lines.filter((line) => !line.startsWith('+')), ...known].flatMap(listNames));
  const names = new Set(lines.filter((line) => line.startsWith('+')).flatMap(listNames));
  return (sentence) =>
    METHOD.test(sentence.replace(/^\s*[-*]\s+/, '')) ||
    files.some((file) => sentence.includes(file)) ||
    listNames(sentence).some((name) => names.has(name) && !old.has(name));
}
