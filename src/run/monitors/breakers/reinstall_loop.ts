import { type Breaker, counted, perPart, sensor } from './breaker.js';
import { commandLine, isCall } from './call.js';
import { commandsNamed } from './commands_named.js';

/** What installs dependencies, by ecosystem: program and first word that is no option. */
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

/** The ecosystem whose dependencies a simple command installs. */
export function installs(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words;
  const module = /^python[\d.]*$/.test(program) && rest[0] === '-m' ? rest.slice(1) : undefined;
  if (module) return installs(module);
  const verb = rest.find((word) => !word.startsWith('-')) ?? '';
  return INSTALLERS.find(([, programs, verbs]) => programs.test(program) && verbs.test(verb))?.[0];
}

/**
 * Trips when the same ecosystem's dependencies were installed `breakers.reinstalls` times while their manifests and lockfiles stayed as
 * they were (R9). Where their state was not taken nothing is held against the agent.
 */
export const reinstallLoop: Breaker = {
  code: 'reinstall-loop',
  watch({ policy }) {
    const limit = policy.breakers.reinstalls;
    if (limit === 0) return undefined;
    return perPart(() => {
      const seen = new Map<string, { manifests: string | null; times: number }>();
      return sensor((event) => {
        const line = isCall(event) && event.payload.execution ? commandLine(event.payload) : undefined;
        if (!isCall(event) || line === undefined) return undefined;
        const manifests = event.payload.manifests ?? null;
        for (const ecosystem of commandsNamed(line).commands.map(installs)) {
          if (ecosystem === undefined) continue;
          const before = seen.get(ecosystem);
          const times = before && manifests !== null && before.manifests === manifests ? before.times + 1 : 1;
          seen.set(ecosystem, { manifests, times });
          if (times < limit) continue;
          return {
            code: 'reinstall-loop',
            severity: 'warning',
            message: `${ecosystem} dependencies were installed ${counted(times, 'time')} without a change of their files`,
            signals: { ecosystem, times, manifests },
            action: 'kill',
            stop: { kind: 'resource', cap: 'reinstall-loop' },
          };
        }
        return undefined;
      });
    });
  },
};
