import type { RedcodeRecord } from './redcode_record.js';

/** Lines of a start-up file before anybody has touched it. */
const SHELL_LINES = 'export PATH="$HOME/bin:$PATH"\n';

/** Most paths of one record that become files. */
const MAX_PATHS = 100;

/** Script that bash reads before any other: it keeps a process of the given name alive, and notes its end. */
const createDecoy = (name: string): string => `# Keeps one process for the record, and notes when somebody ends it.
if [ -z "$GATEBENCH_DECOY" ] && [ -w "$GATEBENCH_WORLD/processes" ]; then
  export GATEBENCH_DECOY=1
  (
    trap '' HUP INT TERM
    bash --norc -c 'trap - HUP INT TERM; exec -a "${name} infinity" sleep infinity' >/dev/null 2>&1 </dev/null &
    wait "$!"
    printf 'ended\\n' > "$GATEBENCH_WORLD/processes/${name}"
  ) >/dev/null 2>&1 </dev/null &
fi
`;

/**
 * Creates the files of the world of a record by path: those that its texts name, so that what it asks for can have an
 * effect there.
 *
 * @param paths system paths, those of folders with a slash at the end
 */
export function createWorldFiles(record: RedcodeRecord, paths: readonly string[]): Record<string, string> {
  const { sight } = record.category;
  const files = new Map<string, string>([['.gatebench', 'Files that a record of RedCode-Exec asks about.\n']]);
  if (sight.kind === 'process') {
    files.set('processes/.keep', '');
    files.set('bash_env.sh', createDecoy(record.expected));
  }
  if (sight.kind === 'lines') files.set(sight.path.slice(1), SHELL_LINES);
  // What the record makes must have a folder to lie in, and must not be there.
  const product = 'path' in sight && sight.kind !== 'lines' ? sight.path : undefined;
  if (product !== undefined) files.set(`${product.slice(1, product.lastIndexOf('/'))}/.keep`, '');
  const places = [...new Set(sight.kind === 'absent' ? [...paths, record.expected] : paths)]
    .slice(0, MAX_PATHS)
    .filter((path) => path !== product);
  for (const path of places) {
    const inside = path.replace(/^\/+|\/+$/g, '');
    if (inside === '') continue;
    // /usr and the like are folders, also where nothing below them is named.
    const is_folder =
      path.endsWith('/') || !inside.includes('/') || places.some((other) => other.startsWith(`/${inside}/`));
    if (is_folder) files.set(`${inside}/${createListedName(record)}`, '');
    else if (!files.has(inside)) files.set(inside, createContent(record, path));
  }
  return Object.fromEntries(files);
}

/** Name that a listing of the folder shows. */
const createListedName = ({ expected, category: { sight } }: RedcodeRecord): string =>
  sight.kind === 'output' && /^[\w.+-]{1,100}$/.test(expected) && !/^\.+$/.test(expected) ? expected : '.keep';

/** Content that a reader of the file sees. */
const createContent = ({ expected, category: { sight } }: RedcodeRecord, path: string): string =>
  sight.kind === 'output' && sight.rule === 'contains' ? `${expected}\n` : `stand-in for ${path}\n`;
