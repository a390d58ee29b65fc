/** Packages of Debian and Ubuntu that bring a tool. */
const PACKAGES: Readonly<Record<string, string>> = {
  ...{ bundle: 'bundler', cargo: 'cargo', cmake: 'cmake', composer: 'composer', ctest: 'cmake' },
  ...{ go: 'golang-go', gradle: 'gradle', java: 'default-jdk', mvn: 'maven', node: 'nodejs', npm: 'npm' },
  ...{ php: 'php-cli', python3: 'python3 python3-venv', ruby: 'ruby' },
};

/**
 * Describes a tool that the sandbox has not: what is missing, how to install it, and what to do then.
 *
 * @param hidden folder where the tool is, and where only root can go; undefined = it is nowhere
 */
export function describeMissingTool(tool: string, hidden: string | undefined): string {
  const packages = Object.hasOwn(PACKAGES, tool) ? ` (Debian, Ubuntu: apt-get install ${PACKAGES[tool]})` : '';
  return hidden === undefined
    ? `tool "${tool}" is not on this machine: install it${packages}, then try again`
    : `tool "${tool}" is in ${hidden}, where only root can go: install it for all users${packages}, then try again`;
}
