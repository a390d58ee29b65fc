import type { AttemptPageData } from '../model/attempt_page_data.js';
import { type IndexRow, toOtherRow, unpackIndex } from '../model/index_row.js';
import type { RawEvent } from '../model/raw_event.js';
import type { RunPageData } from '../model/run_page_data.js';
import type { SectionsPageData } from '../model/sections_page_data.js';

/** Run with its entries as objects. */
export interface LoadedRun extends RunPageData {
  rows: IndexRow[];
  /** Entries of another run, whose agents and ids say that they are; empty without one. */
  others: IndexRow[];
}

interface PageFiles {
  run: RunPageData;
  other: RunPageData & { name: string };
  attempt: AttemptPageData;
  events: RawEvent[];
}

/** Attempts whose data stay in memory. */
const KEPT = 6;

const waiting = new Map<string, (json: string | undefined) => void>();
const loaded = new Map<string, unknown>();

declare global {
  interface Window {
    /** Receives the data of a file: files are scripts, since pages opened from a disk may read nothing else. */
    gatebenchData?: (name: string, json: string) => void;
  }
}

window.gatebenchData = (name, json) => waiting.get(name)?.(json);

/** True for a page that is one file, with its data in it. */
export const isSinglePage = (): boolean => document.documentElement.dataset.single !== undefined;

/** Reads data that stand in the page; undefined if it has none of the name. */
function readBlock(name: string): unknown {
  const json = document.getElementById(`data-${name}`)?.textContent;
  return json ? JSON.parse(json) : undefined;
}

/** Reads the sections of a page that is about no run; undefined for a page of a run. */
export const readSections = () => readBlock('sections') as SectionsPageData | undefined;

/** Loads data by their name, of the page or of a file beside it; undefined if they are missing. */
async function loadFile(name: string, version: string): Promise<unknown> {
  if (isSinglePage()) return readBlock(name);
  const json = await new Promise<string | undefined>((resolve) => {
    const script = document.createElement('script');
    const end = (text: string | undefined) => {
      waiting.delete(name);
      script.remove();
      resolve(text);
    };
    waiting.set(name, end);
    script.onerror = () => end(undefined);
    script.src = `data/${name}.js${version === '' ? '' : `?${version}`}`;
    document.head.append(script);
  });
  return json === undefined ? undefined : JSON.parse(json);
}

/** Loads the data of the run. @param version another one than before where a live run went on */
export async function loadRun(version = ''): Promise<LoadedRun | undefined> {
  const data = (await loadFile('run', version)) as PageFiles['run'] | undefined;
  if (data === undefined) return undefined;
  const has_other = document.documentElement.dataset.other !== undefined;
  const other_run = has_other ? ((await loadFile('other', version)) as PageFiles['other'] | undefined) : undefined;
  const other_rows = other_run === undefined ? [] : unpackIndex(other_run.index);
  return {
    ...data,
    rows: unpackIndex(data.index),
    others: other_rows.map((row) => toOtherRow(row, other_run?.name ?? '')),
  };
}

/** Loads the data of an attempt, or its raw events; the last few stay in memory. */
export async function loadAttemptFile<K extends 'attempt' | 'events'>(
  kind: K,
  id: string,
  version = '',
): Promise<PageFiles[K] | undefined> {
  const name = `${kind}-${id}`;
  const key = `${name}?${version}`;
  const data = loaded.get(key) ?? (await loadFile(name, version));
  loaded.delete(key);
  if (data !== undefined) loaded.set(key, data);
  for (const old of loaded.keys()) if (loaded.size > KEPT) loaded.delete(old);
  return data as PageFiles[K] | undefined;
}

/** Listens for changes of a run that is under way; calls back with a new version. Static pages have none. */
export function listenForChanges(listener: (version: string) => void): void {
  if (document.documentElement.dataset.live === undefined) return;
  const source = new EventSource('changes');
  source.onmessage = ({ data }) => listener(String(data));
}
