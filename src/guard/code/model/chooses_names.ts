/** A test, up to the end of its clause. */
const CLAUSES = /\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g;
/** Kinds of entries: whoever asks for them means all of one kind. */
const KIND =
  /is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\?|-[dfel]\b/i;
const OPERATORS = /[=!<>]=|[<>]|\b(?:in|and|or|match)\b|&&|\|\||=~|\b(?:endswith|startswith|includes|test)\b/;
/** Tests that leave some names out. */
const NEGATIVE = /\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/;
/** Words that end the turn of a loop for the names that pass a test. */
const SKIPS = /\b(?:continue|next|return)\b/;

/**
 * Returns true if code may choose some of the entries of a folder: by a test of their names, not by one of their kind,
 * nor by one that only leaves some names out.
 */
export function choosesNames(code: string): boolean {
  const skips = SKIPS.test(code);
  return [...code.matchAll(CLAUSES)].some(([clause, test = '']) => {
    if (KIND.test(test) && !OPERATORS.test(test.replace(/=>|->/g, ''))) return false;
    return NEGATIVE.test(clause) === skips;
  });
}
