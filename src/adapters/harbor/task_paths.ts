import { posix } from 'node:path';
import { TaskFault } from './read_task_folder.js';

/** Folder of the hidden tests in the workspace. The format has them at /tests. */
export const TESTS_FOLDER = 'gatebench-tests';
/** Folder of the verifier's results. The format has it at /logs/verifier. */
export const RESULTS_FOLDER = '/tmp/gatebench-verifier';
/** Folder of the repository that stands for all folders of the image outside of its working folder. */
const OUTSIDE_FOLDER = 'outside';

/** Places where programs and the system look by themselves: a file elsewhere is not the same. */
const SYSTEM_PATH = /^\/(bin|boot|dev|etc|lib\w*|proc|run|sbin|sys|usr|var\/(cache|lib|run|spool))(\/|$)/;
/** Programs and devices, which are those of this machine. */
const TOOL_PATH = /^\/((usr\/)?s?bin|dev|proc|sys)(\/|$)/;
/** Folders whose children are folders of their own: `/var/log`, `/home/user`. */
const SHARED_FOLDERS = /^\/(home|media|mnt|opt|srv|var)\/[^/]+/;
/** Folders that tasks write results to, without making them in the Dockerfile. */
const USUAL_FOLDER =
  /^\/(app|backup|home\/[^/]+|mnt\/[^/]+|opt\/[^/]+|outputs?|results?|root|solution|srv|tmp|var\/(backups|data|logs?|www)|workspace)$/;
/** Absolute path in a text; one behind a variable, an address or another path is none. */
const ABSOLUTE_PATH = /(?<![\w./}>:~*-])\/[A-Za-z][\w.+-]*(?:\/[\w.+-]+)*/g;

/** Places of a task in the sandbox. */
export interface TaskPaths {
  /** Folders of the image outside of its working folder that lie in the repository, by their place in it. */
  outside: ReadonlyMap<string, string>;
  /** Rewrites the paths of a text to those of the sandbox. */
  rewrite(text: string): string;
  /** Returns the path in the repository; undefined for a path that is not mapped. `''` is the repository itself. */
  locate(path: string): string | undefined;
}

/**
 * Creates the map from paths of the image to those of the sandbox: the working folder is the workspace, and other
 * folders with files of the task lie in a folder of it, since only changes of the workspace are part of a patch.
 *
 * @param workdir working folder of the image
 * @param made folders and files that the Dockerfile makes
 * @param tests texts of the tests, which name what they look at
 * @throws {TaskFault} if the tests look at a place of the system, or lie in the working folder
 */
export function createTaskPaths(workdir: string, made: Iterable<string>, tests: Iterable<string>): TaskPaths {
  if (/^\/(tests|logs\/verifier)(\/|$)/.test(workdir))
    throw new TaskFault(`its working folder is ${workdir.slice(0, 80)}, where the tests lie`);
  const outside = new Map<string, string>();
  // An image whose working folder is its root has none that could be the workspace as a whole.
  const isInside = (path: string) => workdir !== '/' && (path === workdir || path.startsWith(`${workdir}/`));
  const add = (path: string) => {
    const root = findRoot(path);
    outside.set(root, `${OUTSIDE_FOLDER}${root}`);
  };
  for (const path of made) if (!isInside(path) && !SYSTEM_PATH.test(path)) add(path);
  for (const text of tests)
    for (const [match] of text.matchAll(ABSOLUTE_PATH)) {
      const path = posix.normalize(match.replace(/[.+-]+$/, ''));
      if (TOOL_PATH.test(path) || /^\/(tests|logs\/verifier)(\/|$)/.test(path)) continue;
      if (SYSTEM_PATH.test(path) && !isInside(path))
        throw new TaskFault(`its tests look at ${path.slice(0, 80)}, and a patch has files of the working folder only`);
      if (!isInside(path) && USUAL_FOLDER.test(findRoot(path))) add(path);
    }
  const places = new Map<string, string>([
    ['/logs/verifier', RESULTS_FOLDER],
    ['/tests', `/work/${TESTS_FOLDER}`],
    ...[...outside].map(([from, to]) => [from, `/work/${to}`] as const),
    ...(workdir === '/' ? [] : [[workdir, '/work'] as const]),
  ]);
  const pattern = createPattern([...places.keys()]);
  return {
    outside,
    rewrite: (text) => text.replace(pattern, (found) => places.get(found)!),
    locate(path) {
      let folder = path;
      while (folder !== '' && !places.has(folder)) folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
      if (folder === '') return undefined;
      const place = `${places.get(folder)!}${path.slice(folder.length)}/`;
      return place.startsWith('/work/') ? place.slice('/work/'.length, -1) : undefined;
    },
  };
}

/** Folder that a path belongs to as a whole. */
const findRoot = (path: string): string => (SHARED_FOLDERS.exec(path) ?? /^\/[^/]+/.exec(path) ?? [path])[0];

/** Creates a pattern that finds folders as whole names, the longest first, each text once. */
function createPattern(folders: readonly string[]): RegExp {
  const names = [...folders]
    .sort((a, b) => b.length - a.length)
    .map((folder) => folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\w./}-])(?:${names.join('|')})(?=/|[^\\w.-]|\\.\\s|\\.?$)`, 'gm');
}
