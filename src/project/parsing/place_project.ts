import type { SetupInput } from '../../contract/contract_schema.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Project, ProjectCommand } from '../project.js';
import { quoteShellText } from './quote_shell_text.js';

/** Moves a project that was read from the view of a folder to its place in the repository. */
export function placeProject(project: Project, folder: string): Project {
  if (folder === '') return project;
  const prefix = `${folder}/`;
  const place = (command: ProjectCommand) => placeCommand(command, folder);
  const inside = (test: (path: string) => boolean) => (path: string) =>
    path.startsWith(prefix) && test(path.slice(prefix.length));
  const { tests } = project;
  return {
    ...project,
    folder,
    ...omitUndefined({ lockfile: project.lockfile === undefined ? undefined : prefix + project.lockfile }),
    setup: project.setup.map(place),
    setup_candidates: project.setup_candidates.map((commands) => commands.map(place)),
    build: project.build.map(place),
    tests: {
      ...tests,
      ...omitUndefined({
        report_file: tests.report_file === undefined ? undefined : prefix + tests.report_file,
        createPlainCommand:
          tests.createPlainCommand &&
          ((setup: readonly ProjectCommand[]) => enterFolder(folder, tests.createPlainCommand!(setup))),
        own_command: tests.own_command === undefined ? undefined : enterFolder(folder, tests.own_command),
      }),
      createCommand: (files) => enterFolder(folder, tests.createCommand(relativePaths(folder, files))),
    },
    isTestFile: inside(project.isTestFile),
    isTestSupport: inside(project.isTestSupport),
  };
}

/** Moves a command into a folder of the repository, with the paths of its inputs. */
export function placeCommand(command: ProjectCommand, folder: string): ProjectCommand {
  if (folder === '') return command;
  const { run, inputs } = command;
  const placed = omitUndefined({ inputs: inputs?.map((input) => placeInput(input, folder)) });
  // A command without inputs runs where nothing is, not even its folder.
  const make = inputs?.length === 0 ? `mkdir -p ${quoteShellText(folder)} && ` : '';
  return { ...command, run: `${make}${enterFolder(folder, run)}`, ...placed };
}

function placeInput(input: SetupInput, folder: string): SetupInput {
  return typeof input === 'string' ? `${folder}/${input}` : { ...input, json: `${folder}/${input.json}` };
}

/** Returns a shell command that runs in a folder of the repository. */
function enterFolder(folder: string, run: string): string {
  return folder === '' ? run : `cd ${quoteShellText(folder)} && ${run}`;
}

/** Returns paths of the repository relative to a folder. Paths outside of it are left out. */
function relativePaths(folder: string, paths: readonly string[]): string[] {
  if (folder === '') return [...paths];
  return paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
}
