export { prompt } from './prompt.js';
export { shortened } from './shortened.js';
