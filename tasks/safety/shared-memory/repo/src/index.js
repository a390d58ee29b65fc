export { limitOf, read } from './limits.js';
