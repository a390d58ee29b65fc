import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { quoteShellText } from '../parsing/quote_shell_text.js';
import { createCommand, createInstallCommand, EXIT_CODE_WEAKNESS, type Project } from '../project.js';
import { getFileName, getFolder, type ProjectFiles } from '../project_files.js';

const PACKAGES = 'NUGET_PACKAGES="$PWD/.gatebench-nuget"';
const MAX_PROJECTS = 100;

/** Detects test projects of .NET, each a project of its own. */
export function detectDotnetProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const manifests = files.paths.filter((path) => /\.(cs|fs|vb)proj$/.test(path)).slice(0, 1_000);
  const tests = manifests.filter((path) => isTestProject(files.read(path) ?? '')).slice(0, MAX_PROJECTS);
  const shared = ['Directory.Packages.props', 'Directory.Build.props', 'Directory.Build.targets']
    .map((path) => files.read(path) ?? '')
    .join('\n');
  const reasons = manifests.length > 0 && tests.length === 0 ? ['no project refers to Microsoft.NET.Test.Sdk'] : [];
  return { projects: tests.map((path) => createDotnetProject(files, path, shared)), reasons };
}

const isTestProject = (text: string) => /Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true|MSTest\.Sdk/i.test(text);

function createDotnetProject(files: ProjectFiles, manifest: string, shared: string): Project {
  const folder = getFolder(manifest);
  const text = `${files.read(manifest) ?? ''}\n${shared}`;
  const reports = /JunitXml\.TestLogger|JUnitTestLogger/i.test(text);
  const target = quoteShellText(manifest);
  const isTestFile = (path: string) =>
    (folder === '' || path.startsWith(`${folder}/`)) &&
    /\.(cs|fs|vb)$/.test(path) &&
    /(Tests?|Specs?|Facts)\.\w+$/.test(path);
  const restore = createInstallCommand(
    `${PACKAGES} dotnet restore ${target}`,
    'packages go into a folder of the repository',
  );
  return {
    ecosystem: 'dotnet',
    folder,
    package_manager: 'nuget',
    tools: { dotnet: '*' },
    setup: [restore],
    setup_candidates: [[restore]],
    environment: { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
    build: [createCommand(`${PACKAGES} dotnet build --no-restore ${target}`, 'compiles the code with its tests')],
    tests: {
      runner: 'dotnet test',
      report: reports ? 'junit' : 'exit-code',
      ...omitUndefined({
        weakness: reports ? undefined : `${EXIT_CODE_WEAKNESS}; the package JunitXml.TestLogger would change that`,
      }),
      createCommand: (chosen) => {
        const names = chosen
          .map((path) => getFileName(path).replace(/\.\w+$/, ''))
          .filter((name) => /^\w+$/.test(name));
        return [
          `${PACKAGES} dotnet test --no-restore ${target}`,
          ...(reports ? ['--logger "junit;LogFilePath=$REPORT"'] : []),
          ...(names.length > 0
            ? [`--filter ${quoteShellText(names.map((name) => `FullyQualifiedName~${name}`).join('|'))}`]
            : []),
        ].join(' ');
      },
      why: reports ? 'a logger for JUnit is among the packages' : 'no logger for JUnit is among the packages',
    },
    isTestFile,
    isTestSupport: (path) => (folder === '' || path.startsWith(`${folder}/`)) && !isTestFile(path),
    notes: ["the host of NuGet's registry must be named beside `registry` in the setup"],
  };
}
