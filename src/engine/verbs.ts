import type * as Engine from './engine.js';

type Verbs = typeof Engine.engine;

/**
 * Verbs for the shells, which load the engine when the first of them is asked for: help and mistakes answer without
 * it. The build inserts the engine's own path.
 */
export const verbs = new Proxy({} as Verbs, {
  get: (_, name: keyof Verbs) => async () => (await import(/* webpackIgnore: true */ './engine.js')).engine[name](),
});
