import { isMakerGone } from '../maker.js';
import { askEngine, type Engine, removeContainers } from './engine.js';
import { LABEL } from './options.js';

const MARK = /^gatebench-(\d+-\d+-\d+)-/;

/** Removes containers that processes which are gone left behind. Usually there are none: they end with their maker. */
export async function sweepContainers(engine: Engine): Promise<void> {
  const listed = await askEngine(engine, ['ps', '--all', '--filter', `label=${LABEL}=1`, '--format', '{{.Names}}']);
  const left = listed.stdout.split('\n').filter((name) => isLeftover(name.trim()));
  if (left.length > 0) await removeContainers(engine, left);
}

function isLeftover(name: string): boolean {
  const mark = MARK.exec(name)?.[1];
  return mark !== undefined && isMakerGone(mark);
}
