import type * as Engine from './engine.js';

type Verbs = typeof Engine.verbs;

/**
 * The verbs as shells see them: behind the engine's file, which is read when the first of them is asked for, so that help and mistakes
 * answer without it. The build puts the engine's own path in.
 */
export const verbs = new Proxy({} as Verbs, {
  get: (_, name: keyof Verbs) => async () => (await import(/* webpackIgnore: true */ './engine.js')).verbs[name](),
});
