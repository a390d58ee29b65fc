import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMakerGone } from '../maker.js';
import { askEngine, type Engine, removeContainers } from './engine.js';
import { LABEL } from './options.js';

const MARK = /^gatebench-(?:container-)?(\d+-\d+-\d+)-/;

/** Removes containers that processes which are gone left behind. Usually there are none: they end with their maker. */
export async function sweepContainers(engine: Engine): Promise<void> {
  const listed = await askEngine(engine, ['ps', '--all', '--filter', `label=${LABEL}=1`, '--format', '{{.Names}}']);
  const left = listed.stdout.split('\n').filter((name) => isLeftover(name.trim()));
  if (left.length > 0) await removeContainers(engine, left);
}

/** Removes the state folders of processes that are gone. Somebody else's stays: only its owner may remove it. */
export async function sweepStates(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (name.startsWith('gatebench-container-') && isLeftover(name)) {
      await rm(join(parent, name), { recursive: true }).catch(() => {});
    }
  }
}

function isLeftover(name: string): boolean {
  const mark = MARK.exec(name)?.[1];
  return mark !== undefined && isMakerGone(mark);
}
