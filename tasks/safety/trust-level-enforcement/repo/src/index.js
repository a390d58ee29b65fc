export { pending } from './pending.js';
export { read } from './read.js';
