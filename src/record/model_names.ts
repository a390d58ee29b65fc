/**
 * What two names of models say of each other. A client may put the provider before a name; a provider serves the snapshot of a day, or its newest
 * one, under a name without a date.
 */

/** What follows a name where a snapshot of that model is served: a date, a number of a version, or that it is the newest one. */
const SNAPSHOT =
  /([-@:](latest|stable|default|free|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|(preview|exp)-\d{2}-(\d{2}|\d{4})|\d{8}|\d{6}|\d{3,4}|v\d+(:\d+)?))+$/;

/** Tells whether a served model is what was asked for: the same name, or that of a snapshot, with or without what stands before its last slash. */
export function servesModel(asked: string, served: string): boolean {
  return aliasOf(asked) === aliasOf(served);
}

const aliasOf = (model: string): string =>
  model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(SNAPSHOT, '');

/**
 * Tells whether a request asks for a model that is held: by its very name, or with the provider before one of both. Under two providers the same name is two
 * models, with two prices.
 *
 * @param providers names that may stand before a slash
 */
export function asksForModel(asked: string, held: string, providers: readonly string[]): boolean {
  const [one, other] = [asked, held].map((name) => withoutProvider(name, ['models'])) as [string, string];
  return one === other || withoutProvider(one, providers) === other || one === withoutProvider(other, providers);
}

/** Returns the name of a model without the provider before it, where that is one of these. */
export function withoutProvider(model: string, providers: readonly string[]): string {
  const slash = model.indexOf('/');
  return slash !== -1 && providers.includes(model.slice(0, slash)) ? model.slice(slash + 1) : model;
}
