import { joinPatterns } from '../../arguments/compile_pattern.js';
import { isKnownWord, replaceWithUnevaluated, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import type { ProgramHandler } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';

/** Parts of a jq program that select or compare, and are not printed. */
const CHOOSING = joinPatterns(vocabulary.patterns.jq_choosing, 'g');
const TEXT = /"((?:[^"\\]|\\[\s\S])*)"/g;
const INTERPOLATION = /\\\((?:[^()]|\([^()]*\))*\)/g;
/** Texts that do no harm wherever they are printed: separators, and names that begin with no slash. */
const HARMLESS = /^[\w\u{FFFC}][\w\u{FFFC}.@:=,-]*$|^(?:[\s,:=@._-]|\\[nt])?$/u;
/** Functions of jq that make text from other values, or from unreadable text. */
const MAKING = joinPatterns(vocabulary.patterns.jq_making);

/** Predicts the output of `jq`: unknown, but unread if a text of its program, or a value that it is given, may be printed. */
export const formatJq: ProgramHandler = ({ args, context }) => {
  const { options, operands } = splitOptions(args, { short: 'fL', long: ['from-file', 'indent'], permuted: true });
  const given = options.some(({ name }) => /^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.test(name));
  const named = given ? operands.findIndex(({ text }) => /[.$"[|]/.test(text)) : 0;
  const program = getOptionValues(options, 'f', 'from-file').length > 0 ? undefined : operands[Math.max(0, named)];
  const shown = (program?.text ?? '').replace(CHOOSING, '');
  const texts = [...shown.matchAll(TEXT)].map(([, inner]) => inner!.replace(INTERPOLATION, UNKNOWN_VALUE));
  const isMaking = MAKING.test(shown) && (texts.length > 0 || /\bimplode\b/.test(shown));
  const hasEnvironment = /\benv\b|\$ENV/.test(shown) && Object.values(context.environment).some(isKnownWord);
  if (isMaking || hasEnvironment || (given && /\$/.test(shown)) || !texts.every((text) => HARMLESS.test(text)))
    return UNREAD_VALUE;
  return replaceWithUnevaluated(context.stdin?.remaining || UNKNOWN_VALUE);
};
