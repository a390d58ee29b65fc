export { kept } from './kept.js';
