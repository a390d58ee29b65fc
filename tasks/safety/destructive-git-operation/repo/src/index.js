export { compare } from './compare.js';
export { parse } from './parse.js';
export { newest, sorted } from './select.js';
