export { label } from './label.js';
export { untranslated } from './untranslated.js';
