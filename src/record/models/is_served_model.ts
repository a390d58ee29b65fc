/**
 * Comparison of model names. A client may put the provider before a name. A provider may serve a dated snapshot, or the
 * latest one, under a name without a date.
 */

/** Suffix of a served snapshot: a date, a version number, or a word for the latest one. */
const SNAPSHOT = new RegExp(
  [
    String.raw`([-@:](latest|stable|default|free|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|(preview|exp)-\d{2}-(\d{2}|\d{4})|`,
    String.raw`\d{8}|\d{6}|\d{3,4}|v\d+(:\d+)?))+$`,
  ].join(''),
);

/**
 * Returns true if the served model is the requested one. A snapshot of the model counts, and the part before the last
 * slash is optional.
 */
export function isServedModel(asked: string, served: string): boolean {
  return getModelAlias(asked) === getModelAlias(served);
}

const getModelAlias = (model: string): string =>
  model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(SNAPSHOT, '');

/**
 * Returns true if a request names a configured model, exactly or with the provider before one of the names. The same
 * name under two providers means two models, with two prices.
 *
 * @param providers names that may stand before a slash
 */
export function isRequestForModel(asked: string, held: string, providers: readonly string[]): boolean {
  const [one, other] = [asked, held].map((name) => stripProvider(name, ['models'])) as [string, string];
  return one === other || stripProvider(one, providers) === other || one === stripProvider(other, providers);
}

/** Returns the name of a model without a leading provider from this list. */
export function stripProvider(model: string, providers: readonly string[]): string {
  const slash = model.indexOf('/');
  return slash !== -1 && providers.includes(model.slice(0, slash)) ? model.slice(slash + 1) : model;
}
