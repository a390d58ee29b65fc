import { labelsOf } from './labels.js';

/** Keys that are there in English alone. */
export const untranslated = (language) => Object.keys(labelsOf('en')).filter((key) => !(key in labelsOf(language)));
