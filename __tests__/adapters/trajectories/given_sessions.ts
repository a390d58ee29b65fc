import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTrajectory } from '../../../src/adapters/trajectories/parse_trajectory.js';
import type { AtifDocument } from '../../../src/record/trajectory/atif_document.js';

const folder = join(import.meta.dirname, '../../fixtures/trajectories');

/** Names of the sessions that clients wrote. */
export const sessionFiles = readdirSync(folder).filter((name) => !name.endsWith('.md'));

/** Reads a session that a client wrote. */
export const readSession = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Parses a session. */
export const parse = (text: string) => parseTrajectory(text, 'given');
/** Parses a session of records, one a line. */
export const parseLines = (...records: unknown[]) => parse(records.map((each) => JSON.stringify(each)).join('\n'));
/** Lists the records of a session that a client wrote. */
export const listRecords = (name: string) =>
  readSession(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Lists source, words and calls of the steps, each call with its result. */
export const outline = ({ steps }: AtifDocument) =>
  steps.map(({ source, message, tool_calls, observation }) => [
    source,
    message,
    ...(tool_calls ?? []).map(({ tool_call_id: id, function_name, arguments: args }) => {
      const result = observation?.results.find(({ source_call_id }) => source_call_id === id);
      return [function_name, args.command ?? args.cmd ?? args.filePath, result?.content, result?.extra];
    }),
  ]);
/** Lists the metrics of the steps that have some. */
export const metricsOf = ({ steps }: AtifDocument) => steps.flatMap(({ metrics }) => metrics ?? []);
