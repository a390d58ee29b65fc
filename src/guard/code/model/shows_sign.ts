import { vocabulary } from '../../vocabulary/vocabulary.js';

/** Returns true if a text shows a sign of languages.yml. */
export const showsSign = (text: string, sign: string): boolean => vocabulary.codeSigns[sign]?.test(text) === true;
