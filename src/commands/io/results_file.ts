/** Name of the file with one result per line in an output folder. */
export const RESULTS_FILE = 'results.jsonl';
