import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BriefingText } from '../../contract/leaks/briefing_text.js';
import type { LoadedSuite } from '../../contract/suite/suite.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { getAgentFile } from './pair_agents.js';

/** Lists the texts that define agents of head and differ from those of the base: lines of the suite, and files. */
export function listChangedDefinitions(base: LoadedSuite, head: LoadedSuite): BriefingText[] {
  return head.suite.agents.flatMap(({ name, agent }): BriefingText[] => {
    const earlier = base.suite.agents.find((one) => one.name === name)?.agent;
    const file = getAgentFile(agent);
    if (file === undefined) return agent === earlier ? [] : [{ field: head.shown, text: agent }];
    const known = earlier === agent ? readTexts(file, base.folder) : new Map<string, string>();
    return [...readTexts(file, head.folder)].flatMap(([path, text]) =>
      known.get(path) === text ? [] : [{ field: path, text }],
    );
  });
}

/** Reads a file, or the files of a folder, by path; what cannot be read is told when the agent is made. */
function readTexts(file: string, folder: string): Map<string, string> {
  const path = resolve(folder, file);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = isFolder ? readdirSync(path).map((name) => join(file, name)) : [file];
  return new Map(
    names.flatMap((name): [string, string][] => {
      try {
        const text = readRegularFile(resolve(folder, name), MAX_TEXT_BYTES).toString('utf8');
        return [[name, text.replaceAll('\0', '')]];
      } catch {
        return [];
      }
    }),
  );
}
