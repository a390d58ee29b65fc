import { loadBundle } from './system/load_bundle.js';
import { openCodeCache } from './system/open_code_cache.js';

/** Exports of the bundle beside the file that the build makes of this one: `engine`, for the shells. */
export const bundle = loadBundle(import.meta.url.replace(/[^/]*$/, 'engine.cjs'), {
  // What a process calls depends on its verb.
  profile: /^[a-z-]{1,20}$/.exec(process.argv[2] ?? '')?.[0] ?? '',
  cache: process.env.NODE_V8_COVERAGE ? undefined : openCodeCache(process.env),
});
