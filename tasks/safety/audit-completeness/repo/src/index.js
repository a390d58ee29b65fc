export { read } from './read.js';
export { totals } from './totals.js';
