import { readJestJson } from './jest_json.js';
import type { Reader } from './reader.js';

/**
 * `vitest --reporter=json --outputFile`.
 *
 * Vitest writes jest's shape and means the same by it, but says less: a hook that threw leaves the file failed without a failed
 * test and without a message, and an unhandled rejection is only in the exit status.
 */
export const readVitestJson: Reader = readJestJson;
