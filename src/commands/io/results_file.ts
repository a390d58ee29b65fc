/** Name of the file with one result per line in an output folder. */
export const RESULTS_FILE = 'results.jsonl';

/** Name of the file with the comparison that a regression gate made, in an output folder. */
export const REGRESSION_FILE = 'regression.json';
