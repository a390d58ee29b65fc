import { REPORT_FORMATS, type ReportFormat } from '../../../contract/checks/check.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { UserError } from '../../../contract/input/user_error.js';
import {
  createInstallCommand,
  EXIT_CODE_WEAKNESS,
  type Project,
  type ProjectCommand,
} from '../../../project/project.js';
import { escapeLogLine as safe } from '../../../publish/text/escape_text.js';
import type { CommandContext } from '../../io/command_context.js';
import { askCaller } from './choose_projects.js';
import type { InitOptions } from './init_options.js';

/** Commands that the caller gives in place of what could not be found. */
type NamedCommands = Pick<InitOptions, 'test' | 'report' | 'install'>;

/**
 * Returns the project that the options describe; undefined without the option `test`.
 *
 * @param found project whose installation, tools and build are kept; undefined = none is known
 */
export function createNamedProject({ test, report, install }: NamedCommands, found?: Project): Project | undefined {
  if (test === undefined) return undefined;
  return createProject({ test, report: report ?? 'exit-code', install: install ?? '' }, found);
}

/** Returns the project with the installation that the option names, if it does. */
export function replaceInstallation(project: Project, { install }: NamedCommands): Project {
  if (install === undefined) return project;
  return { ...project, setup_candidates: [createInstallation(install)], setup: createInstallation(install) };
}

/**
 * Asks how the tests are run, after nothing was found or nothing that was found works.
 *
 * @returns undefined if the caller does not know, or nobody can be asked
 * @throws {UserError} for a report of another format, and at the end of the input
 */
export async function askForProject(
  because: string,
  found: Project | undefined,
  out: CommandContext,
): Promise<Project | undefined> {
  if (out.question === undefined) return undefined;
  const test = await askCaller(out, {
    text: 'Which command runs the tests, from the root of the repository? Empty: stop.',
    because: [because],
    fallback: '',
    option: '--test COMMAND',
  });
  if (test === '') return undefined;
  const install = await askCaller(out, {
    text: 'Which command installs what they need? Empty: as found, else nothing.',
    because: [],
    fallback: '',
    option: '--install COMMAND',
  });
  const report = await askCaller(out, {
    text: 'Which report does the command write to $REPORT?',
    because: [`One of: ${REPORT_FORMATS.join(', ')}.`],
    fallback: 'exit-code',
    option: '--report FORMAT',
  });
  if (!isReportFormat(report))
    throw new UserError(`${safe(report)} is no report format`, `Name one of: ${REPORT_FORMATS.join(', ')}.`);
  return createProject({ test, report, install }, found);
}

const isReportFormat = (name: string): name is ReportFormat => (REPORT_FORMATS as readonly string[]).includes(name);

function createProject(
  { test, report, install }: { test: string; report: ReportFormat; install: string },
  found: Project | undefined,
): Project {
  const setup = createInstallation(install);
  const base: Project = found ?? {
    ecosystem: 'other',
    folder: '',
    tools: {},
    setup,
    setup_candidates: [setup],
    environment: {},
    build: [],
    tests: { runner: 'command', report, createCommand: () => test, why: '' },
    isTestFile: () => false,
    isTestSupport: () => false,
    notes: [],
  };
  return {
    ...base,
    ...(install !== '' && { setup, setup_candidates: [setup] }),
    tests: {
      ...{ runner: 'command', report, createCommand: () => test, why: 'The command that the author named' },
      ...omitUndefined({ weakness: report === 'exit-code' ? EXIT_CODE_WEAKNESS : undefined }),
    },
  };
}

function createInstallation(install: string): ProjectCommand[] {
  return install === '' ? [] : [createInstallCommand(install, 'Installs what the tests need, as the author named it')];
}
