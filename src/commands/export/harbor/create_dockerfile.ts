import semver from 'semver';
import type { Contract } from '../../../contract/contract_schema.js';
import { quoteShellText } from '../../../project/parsing/quote_shell_text.js';

/** Debian packages that hold the tools which contracts name. Node is what the image is made of. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  awk: ['gawk'],
  bundle: ['ruby-bundler', 'ruby-dev'],
  cargo: ['cargo'],
  cc: ['gcc', 'libc6-dev'],
  cmake: ['cmake'],
  composer: ['composer'],
  'g++': ['g++'],
  gcc: ['gcc', 'libc6-dev'],
  go: ['golang-go'],
  gradle: ['gradle'],
  java: ['default-jdk-headless'],
  javac: ['default-jdk-headless'],
  make: ['make'],
  mvn: ['maven'],
  perl: ['perl'],
  php: ['php-cli', 'php-xml', 'php-mbstring'],
  phpunit: ['phpunit'],
  pip: ['python3-pip'],
  pytest: ['python3-pytest'],
  python: ['python3', 'python-is-python3'],
  python3: ['python3', 'python3-venv', 'python3-pip', 'python3-pytest'],
  ruby: ['ruby', 'ruby-minitest', 'ruby-test-unit'],
  rustc: ['rustc'],
};
/** Tools of every image of Node. */
const NODE_TOOLS: ReadonlySet<string> = new Set(['node', 'npm', 'npx', 'git', 'sh', 'bash']);
/** Version of Node without a wish. */
const USUAL_NODE = '22';
/** Oldest version of Node that runs the verifier. */
const OLDEST_NODE = 20;
/** Folder of the verifier's own files in the image. */
const OWN_FOLDER = '/opt/gatebench';
/** File that lists what the image has in the repository. */
export const IMAGE_FILES = `${OWN_FOLDER}/files`;

const isPlainVariable = ([, value]: [name: string, value: string]): boolean => !/\p{Cc}/u.test(value);

/** Image of an exported task. */
interface TaskImage {
  dockerfile: string;
  /** Folder of the repository. */
  root: string;
  /** Notes for the reader, one sentence each. */
  notes: string[];
}

/**
 * Creates the Dockerfile of a contract: tools, repository, setup. The base is the contract's own image, else Debian
 * with Node, since the verifier is a program of Node.
 *
 * @param versions versions of the tools with which the contract was proven
 * @param image other base image that the caller names
 */
export function createDockerfile(
  { environment, setup }: Pick<Contract, 'environment' | 'setup'>,
  versions: Readonly<Record<string, string>>,
  image?: string,
): TaskImage {
  const base = image ?? environment.image;
  const root = environment.workdir ?? '/work';
  const tools = Object.keys(environment.tools).filter((tool) => !NODE_TOOLS.has(tool));
  const packages = [...new Set(tools.flatMap((tool) => PACKAGES[tool] ?? []))].sort();
  const unknown = base === undefined ? tools.filter((tool) => !(tool in PACKAGES)) : [];
  const node = chooseNode(environment.tools.node, versions.node);
  const needs_node = base !== undefined || Number.parseInt(node, 10) < OLDEST_NODE;
  const variables = Object.entries(environment.variables);
  const [plain, odd] = [variables.filter(isPlainVariable), variables.filter((each) => !isPlainVariable(each))];
  return {
    root,
    dockerfile: [
      `FROM ${base ?? `node:${node}-bookworm`}`,
      ...(needs_node ? [`COPY --from=node:${USUAL_NODE}-bookworm-slim /usr/local/bin/node ${OWN_FOLDER}/node`] : []),
      ...(base === undefined && packages.length > 0
        ? [
            `RUN apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')} && ` +
              'rm -rf /var/lib/apt/lists/*',
          ]
        : []),
      ...plain.map(([name, value]) => `ENV ${name}=${JSON.stringify(value).replaceAll('$', '\\$')}`),
      // The repository is what the snapshot has, unless the contract asks for files of the image.
      ...(base === undefined || environment.image_files ? [] : [`RUN rm -rf ${quoteShellText(root)}`]),
      `WORKDIR ${root}`,
      'COPY repo/ ./',
      ...setup.map(({ run, environment: own }) => formatSetup(run, own)),
      `RUN rm -rf .git && { ! command -v git >/dev/null || { ${COMMIT}; }; }`,
      `RUN mkdir -p ${OWN_FOLDER} && find . ! -type d ! -path './.git/*' -print0 > ${IMAGE_FILES}`,
      '',
    ].join('\n'),
    notes: [
      ...unknown.map((tool) => `no Debian package of "${tool}" is known: add it to environment/Dockerfile`),
      ...setup
        .filter(({ inputs }) => inputs)
        .map(({ run }) => `setup "${run.slice(0, 60)}" sees the whole repository, not its inputs alone`),
      ...(base === undefined ? [] : ['the image needs glibc and find; bash and git for the solution']),
      ...odd.map(([name]) => `the variable ${name} has more than one line: only checks have it`),
    ],
  };
}

/** Commits what the image has, as the agent's workspace has it here. */
const COMMIT =
  'git init -q && git add -A && ' +
  'git -c user.name=task -c user.email=task@localhost commit -q --allow-empty -m base && git tag gatebench-base';

/** Formats a command of setup. It is one line of a shell script, whatever it holds. */
function formatSetup(run: string, environment: Readonly<Record<string, string>>): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoteShellText(value)}`);
  const prefix = variables.length > 0 ? `export ${variables.join(' ')} && ` : '';
  const lines = run.trim().split('\n');
  if (lines.length === 1) return `RUN ${prefix}${lines[0]}`;
  const script = '/tmp/setup.sh';
  const words = lines.map(quoteShellText).join(' ');
  return `RUN printf '%s\\n' ${words} > ${script} && ${prefix}sh ${script} && rm ${script}`;
}

/** Chooses the version of Node: the proven one, else the least that the contract takes. */
function chooseNode(range: string | undefined, proven: string | undefined): string {
  if (range === undefined) return USUAL_NODE;
  if (proven !== undefined && /^\d+\.\d+\.\d+$/.test(proven)) return proven;
  if (semver.validRange(range) === null || semver.satisfies(`${USUAL_NODE}.0.0`, range)) return USUAL_NODE;
  return String(semver.minVersion(range)?.major ?? USUAL_NODE);
}
