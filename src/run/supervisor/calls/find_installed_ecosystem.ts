/** Installers by ecosystem: program and first non-option word. */
const INSTALLERS: readonly [ecosystem: string, program: RegExp, verb: RegExp][] = [
  ['npm', /^(npm|pnpm|bun)$/, /^(ci|i|install|add|clean-install)$/],
  ['npm', /^yarn$/, /^(install|add|)$/],
  ['pip', /^(pip|pip3|uv|pipx)$/, /^(install|sync|pip)$/],
  ['pip', /^(poetry|pipenv|conda|mamba)$/, /^(install|sync|update|add)$/],
  ['cargo', /^cargo$/, /^(fetch|install|update|vendor)$/],
  ['go', /^go$/, /^(mod|get|install)$/],
  ['gem', /^(bundle|bundler)$/, /^(install|update|)$/],
  ['gem', /^gem$/, /^install$/],
  ['maven', /^(mvn|mvnw)$/, /^dependency:/],
  ['composer', /^composer$/, /^(install|update|require)$/],
  ['apt', /^(apt|apt-get|apk|dnf|yum)$/, /^(install|add|update|upgrade)$/],
];

/** Finds the ecosystem whose dependencies a simple command installs. */
export function findInstalledEcosystem(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words;
  const module = /^python[\d.]*$/.test(program) && rest[0] === '-m' ? rest.slice(1) : undefined;
  if (module) return findInstalledEcosystem(module);
  const verb = rest.find((word) => !word.startsWith('-')) ?? '';
  return INSTALLERS.find(([, programs, verbs]) => programs.test(program) && verbs.test(verb))?.[0];
}
