import { joinPatterns } from '../../arguments/compile_pattern.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';

const SIGNS = new Map([...vocabulary.codeSigns].map(([sign, { any, flags }]) => [sign, joinPatterns(any, flags)]));

/** Returns true if a text shows a sign of languages.yml. */
export const showsSign = (text: string, sign: string): boolean => SIGNS.get(sign)?.test(text) === true;
