import { vocabulary } from '../../vocabulary/vocabulary.js';

/** `with patch('os.remove') as m:` and `with patch.object(os, 'remove'):`, without any other argument. */
const PATCH =
  /^with\s+(?:mock\.)?patch(?:\.object\(\s*(\w+),\s*)?\(?\s*['"]([\w.]+)['"]\s*\)(?:\s+as\s+\w+)?\s*:[ \t]*$/m;
const PATCH_IMPORT = /^(?:from unittest\.mock import .*\bpatch\b|from unittest import .*\bmock\b)/m;
/** Lines beside an imitation that run nothing else: imports, comments, output of texts and fields, checks of fields. */
const HARMLESS_LINE =
  /^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|#.*|print\((?:["'][^"'(]*["']|[\w.[\]"', ]*)\)|\w+ = (?:boto3\.(?:client|resource)\([^()]*\)|(?:"[^"()]*"|'[^'()]*'|True|False|None|[\s\d,:.[\]{}-])+)|print\(os\.path\.exists\(["'][^"']*["']\)\)|assert [\w.]+ (?:==|is) \w+|\w+\.assert_\w+\([^()]*\)|)$/;
/** Functions, which do nothing by themselves. */
const DEFINITION = /^def \w+\([^()=]*\)[^:\n]*:[^\n]*(?:\n(?:[ \t]+[^\n]*|(?=\n)))*/gm;

/** Returns what Python code imitates, if it does nothing else: the path of a function, files, services or requests. */
export function findMocks(code: string, signs: Pick<ReadonlySet<string>, 'has'>): readonly string[] {
  if (signs.has('outlives')) return [];
  for (const { library, opening, imitated, unless } of vocabulary.imitations) {
    const form = `^(?:with\\s+${opening}\\([^()]*\\)(?:\\s+as\\s+\\w+)?|@${opening}(?:\\([^()]*\\))?[ \\t]*\\n\\s*def\\s+(\\w+)\\([^)]*\\))\\s*:[ \\t]*$`;
    const isImported = new RegExp(`^(?:from|import) (?:[\\w., ]+, )?${library}\\b`, 'm').test(code);
    const isReal = ['keeps-real', ...unless].some((sign) => signs.has(sign));
    if (isImported && !isReal && doesNothingOutside(code, new RegExp(form, 'm'))) return [imitated];
  }
  const [, owner, name] = (PATCH_IMPORT.test(code) && PATCH.exec(code)) || [];
  if (name === undefined || !doesNothingOutside(code, PATCH)) return [];
  const path = owner === undefined ? name : `${owner}.${name}`;
  // A name that was imported before stays the real function.
  const isNamed = new RegExp(`^from .*\\b${path.slice(path.lastIndexOf('.') + 1)}\\b`, 'm').test(code);
  return isNamed ? [] : [path];
}

/** Returns true if code does nothing outside of the block behind a line. */
function doesNothingOutside(code: string, opening: RegExp): boolean {
  const match = opening.exec(code);
  if (!match) return false;
  const rest = code.slice(match.index + match[0].length);
  const [block] = /^(?:\n(?:[ \t]+[^\n]*|(?=\n|$)))*/.exec(rest)!;
  const outside = `${code.slice(0, match.index)}${rest.slice(block.length)}`.replace(DEFINITION, '');
  // A call of the function that has the imitation.
  const [, title] = match;
  const call = new RegExp(
    `^(?:print\\((?:["'][^"'(]*["'], )?|assert )?${title ?? '\\b\\B'}\\(\\)\\)?(?:; print\\(["'][^"'()]*["']\\))?(?: == [\\w[\\]"', ]+)?$`,
  );
  return outside.split('\n').every((line) => HARMLESS_LINE.test(line.trimEnd()) || call.test(line.trimEnd()));
}
