import type { HarborSettings } from './harbor_settings.js';
import type { HarborTask } from './read_task_folder.js';
import { rewriteFile } from './rewrite_file.js';
import type { TaskPaths } from './task_paths.js';

/** Folder of the files beside the solution, while it runs. The format has it at /solution. */
const SOLUTION_FOLDER = '/tmp/gatebench-solution';

/** Creates the script that solves a task, with the files that lie beside it, and its variables. */
export function createSolutionScript(task: HarborTask, settings: HarborSettings, paths: TaskPaths): string {
  const { rewrite } = paths;
  const files = [...task.solution_files].filter(([path]) => path !== 'solve.sh');
  // Where the tests look at files in a folder of this name, only the paths of these files are those of the solution.
  const names = files.map(([path]) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).sort((a, b) => b.length - a.length);
  const isShared = paths.outside.has('/solution');
  const pattern = isShared ? `/solution(?=/(?:${names.join('|')})(?![\\w.-]))` : '/solution(?![\\w.-])';
  const own = isShared && names.length === 0 ? undefined : new RegExp(`(?<![\\w./}-])${pattern}`, 'g');
  // What is replaced is not replaced again by another folder, and neither is what follows it: a path behind "}" is none.
  const move = (text: string) =>
    rewrite(own === undefined ? text : text.replace(own, '\0}')).replaceAll('\0}', SOLUTION_FOLDER);
  const given = files.flatMap(([path, file]) => {
    const { content } = rewriteFile(file, move);
    const at = quoteWord(`${SOLUTION_FOLDER}/${path}`);
    return [
      `mkdir -p "$(dirname ${at})"`,
      `echo ${Buffer.from(content).toString('base64')} | base64 -d > ${at}`,
      ...(file.executable ? [`chmod +x ${at}`] : []),
    ];
  });
  const script = move(task.solution!);
  const folder = given.length === 0 && script.includes(SOLUTION_FOLDER) ? [`mkdir -p ${SOLUTION_FOLDER}`] : [];
  const variables = Object.entries(settings.solution_variables)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `export ${name}=${quoteWord(rewrite(value))}`);
  return [...folder, ...given, ...variables, script].join('\n');
}

const quoteWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
