import type { RunDirectory } from '../../../record/run_directory.js';

/** Where the traffic is written down: a run directory, or the folder of a gateway that serves alone. */
export type Book = Pick<RunDirectory, 'log' | 'keep' | 'hide'>;
