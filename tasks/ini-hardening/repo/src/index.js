export { IniError } from './error.js';
export { load } from './load.js';
export { merge } from './merge.js';
export { parse } from './parse.js';
export { get, set } from './path.js';
export { resolve } from './resolve.js';
export { stringify } from './stringify.js';
