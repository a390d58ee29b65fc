export { note } from './note.js';
export { redacted } from './redacted.js';
