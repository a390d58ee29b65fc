import { limitYoungGeneration, loadBundle, STARTED_MS } from './system/load_bundle.js';
import { openCodeCache } from './system/open_code_cache.js';

// What a process calls depends on its verb.
const profile = /^[a-z-]{1,20}$/.exec(process.argv[2] ?? '')?.[0] ?? '';

/** Exports of the bundle beside the file that the build makes of this one: `engine`, for the shells. */
export const bundle = loadBundle(import.meta.url.replace(/[^/]*$/, 'engine.cjs'), {
  profile,
  cache: process.env.NODE_V8_COVERAGE ? undefined : openCodeCache(process.env),
});

// `report` keeps many of its objects, and needs the space.
if (profile !== 'report') limitYoungGeneration(STARTED_MS + 500);
