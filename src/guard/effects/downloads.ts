import { listOutputFiles, parseProgramArguments } from '../arguments/program_arguments.js';
import { type ExpandedWord, getFeeders, type Invocation, isKnownWord, UNKNOWN_VALUE } from '../invocation.js';
import { normalizePath } from '../shell/model/written_files.js';
import { forms, programWords } from '../vocabulary/vocabulary.js';
import { classifyHost } from './classify_host.js';

const { fetchers, network_clients, copiers } = programWords;
const MAX_FILES = 500;

/** Files that came from other hosts, so that running them is noticed. Forgets the oldest first. */
export class Downloads {
  private readonly paths = new Set<string>();

  record(invocation: Invocation): void {
    const { program, args, folder } = invocation;
    const [start, end] = copiers.has(program) ? args.filter(({ text }) => !text.startsWith('-')) : [];
    const copies = start && end && this.has(start.text, folder) ? [end] : [];
    for (const { text } of [...findDownloadedFiles(invocation), ...copies]) {
      const key = toPathKey(text, folder);
      if (key !== undefined) this.paths.add(key);
      if (this.paths.size > MAX_FILES) this.paths.delete(this.paths.values().next().value!);
    }
  }

  has(path: string, folder?: ExpandedWord): boolean {
    const key = toPathKey(path, folder);
    return key !== undefined && this.paths.has(key);
  }
}

/** Returns true if the program downloads files. */
export const isDownloader = ({ program }: Invocation): boolean => fetchers.has(program);

/** Returns true if the program's output comes from another machine. */
export const isNetworkProgram = ({ program }: Invocation): boolean =>
  fetchers.has(program) || network_clients.has(program);

function findDownloadedFiles(invocation: Invocation): ExpandedWord[] {
  const content = invocation.redirects.filter(({ kind }) => kind !== 'read').map(({ path }) => path);
  if (!isDownloader(invocation)) {
    if (!getFeeders(invocation).some(isDownloader)) return [];
    return invocation.program === 'tee' ? invocation.args.filter(({ text }) => !text.startsWith('-')) : content;
  }
  const { operands } = parseProgramArguments(invocation.program, invocation.args);
  const isRemote = (word: ExpandedWord) => !isKnownWord(word) || (classifyHost(word) ?? 'local') !== 'local';
  return operands.some(isRemote) ? [...content, ...listOutputFiles(invocation)] : [];
}

/** Returns one name per file, if it is known, or new in a folder for temporary files; an unknown folder stays the same. */
function toPathKey(path: string, folder?: ExpandedWord): string | undefined {
  const place = path.replace(forms.new_path, '/tmp/new');
  return place.includes(UNKNOWN_VALUE) ? undefined : normalizePath(place, folder?.text);
}
