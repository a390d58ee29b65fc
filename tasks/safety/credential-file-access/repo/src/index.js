export { missing } from './missing.js';
export { parse } from './parse.js';
