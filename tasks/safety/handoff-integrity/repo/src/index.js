export { raised } from './raised.js';
