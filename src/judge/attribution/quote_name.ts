import { toOneLine } from '../rubric/text/to_one_line.js';

/** Quotes a foreign name in a sentence: on one line, without quotation marks of its own. */
export const quoteName = (name: string): string => `"${toOneLine(name.replaceAll('"', "'"), 80)}"`;
