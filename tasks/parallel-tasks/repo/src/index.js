export { KnotError } from './error.js';
export { parse } from './parse.js';
export { plan } from './plan.js';
export { run } from './run.js';
export { summary } from './summary.js';
