import { omitEmpty } from '../../contract/input/omit_undefined.js';
import { quoteShellText } from '../parsing/quote_shell_text.js';
import { createCommand, createInstallCommand, type ProjectCommand } from '../project.js';
import type { TestRequirements } from './collect_test_requirements.js';
import type { PythonManifest } from './python_manifest.js';
import { relaxRequirements } from './relax_requirements.js';

/** Folder of the virtual environment. It lies in the repository, since the home folder is new for each command. */
const VENV = '.gatebench-venv';
/** Interpreter that has the dependencies of the tests. */
export const VENV_PYTHON = `${VENV}/bin/python`;

/** Command that makes the virtual environment. */
export const CREATE_VENV = `python3 -m venv ${VENV} || python3 -m virtualenv ${VENV}`;

const PIP = `${VENV_PYTHON} -m pip install --disable-pip-version-check --no-input -q`;

// They read no file, so all commits share what they make.
const bare: ProjectCommand = {
  ...createCommand(
    `python3 -m venv --system-site-packages --without-pip ${VENV}`,
    'The packages of this machine are enough, pytest among them. Another machine, such as a runner of GitHub, needs\n' +
      'them too: `sudo apt-get install -y python3-pytest` in a step before gatebench. Or the setup installs them:\n' +
      `run: python3 -m venv ${VENV} && ${PIP} pytest, with network: [registry]`,
  ),
  inputs: [],
  note:
    'pytest is that of this machine: the workflow needs it too, with `sudo apt-get install -y python3-pytest` before ' +
    'gatebench, or an installation in the setup of the contract, which says how',
};
const venv: ProjectCommand = {
  ...createCommand(CREATE_VENV, 'dependencies go into a virtual environment inside the repository'),
  inputs: [],
};

/**
 * Creates the setups to try: nothing but the packages of the machine, what a lockfile pins, all requirements of the
 * tests, those in the versions of today, and the least that can work.
 */
export function createPythonSetups(
  manifest: PythonManifest,
  needs: TestRequirements,
  plugins: readonly string[],
): { setup: ProjectCommand[]; candidates: ProjectCommand[][] } {
  const { files, installable } = manifest;
  const has = (path: string) => files.paths.includes(path);
  const runtime = ['requirements.txt', 'requirements/base.txt', 'requirements/main.txt'].filter(
    (path) => has(path) && !needs.files.includes(path),
  );
  const project = (extras: readonly string[]) =>
    installable ? [`-e ${quoteShellText(extras.length > 0 ? `.[${extras.join(',')}]` : '.')}`] : [];
  const listed = [...runtime.slice(0, 1), ...needs.files].map((path) => `-r ${quoteShellText(path)}`);
  const words = (all: readonly string[]) => [...new Set(all)].map(quoteShellText);
  const names = new Set(needs.requirements.map((one) => /^[\w.-]+/.exec(one)?.[0]?.toLowerCase()));
  const missing = ['pytest', ...plugins].filter((name) => !names.has(name));
  const full = createInstallCommand(
    [PIP, ...project(needs.extras), ...listed, ...words([...needs.requirements, ...missing])].join(' '),
    'installs the project in place, with the requirements of its tests',
  );
  const { requirements, imported, left_out } = relaxRequirements(manifest, needs);
  const getName = (requirement: string) => /^[\w.-]+/.exec(requirement)![0];
  // Two setups and not one command with `||`: a passing fault of the network must not leave the lesser one in a layer.
  const createRelaxed = (listed: readonly string[], why: string): ProjectCommand[] => {
    const omitted = [...left_out, ...requirements.filter((one) => !listed.includes(one)).map(getName)];
    return [
      venv,
      {
        ...createInstallCommand([PIP, ...words([...listed, ...missing])].join(' '), why),
        inputs: [],
        lenient: true,
        ...omitEmpty({ left_out: omitted }),
      },
      ...(installable ? [createInstallCommand([PIP, ...project([])].join(' '), 'installs the project in place')] : []),
    ];
  };
  const relaxed = createRelaxed(requirements, 'installs the requirements of the tests in the versions of today');
  const imports = createRelaxed(
    imported,
    'installs the requirements that the programs import, in the versions of today',
  );
  const not_needed = [...requirements.map(getName), ...left_out].filter(
    (name) => !['pytest', ...plugins].includes(name),
  );
  const least: ProjectCommand = {
    ...createInstallCommand(
      [PIP, ...project([]), ...(installable ? [] : listed.slice(0, 1)), ...words(['pytest', ...plugins])].join(' '),
      'installs the project in place, and pytest',
    ),
    ...omitEmpty({ left_out: not_needed }),
  };
  const loose = createInstallCommand(
    [PIP, ...listed, ...words([...needs.requirements, ...missing])].join(' '),
    'installs the requirements of the tests; the project is read from its sources',
  );
  const candidates = [
    [bare],
    ...(has('uv.lock') ? [[createUvCommand(needs)]] : []),
    [venv, full],
    ...(requirements.length === 0 ? [] : [relaxed]),
    ...(imported.length < requirements.length ? [imports] : []),
    ...(least.run === full.run ? [] : [[venv, least]]),
    ...(installable ? [[venv, loose]] : []),
  ];
  return { setup: [venv, full], candidates };
}

function createUvCommand({ extras, group }: TestRequirements): ProjectCommand {
  const options = [...extras.map((extra) => `--extra ${extra}`), ...(group === undefined ? [] : [`--group ${group}`])];
  return createInstallCommand(
    [`UV_LINK_MODE=copy UV_PROJECT_ENVIRONMENT=${VENV} uv sync --frozen`, ...options].join(' '),
    'installs what uv.lock pins',
  );
}
