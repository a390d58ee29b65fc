import type { SettingsComparison } from '../../record/planning/settings_comparison.js';
import type { AgentSettings } from './read_agent_settings.js';

/** Lists the files in which settings differ, by path. */
export function listChangedSettings(base: AgentSettings, head: AgentSettings): SettingsComparison['files'] {
  const [before, after] = [base, head].map(
    ({ files }) => new Map(files.map(({ path, mode, sha256 }) => [path, `${mode} ${sha256}`])),
  ) as [Map<string, string>, Map<string, string>];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): SettingsComparison['files'] => {
    if (before.get(path) === after.get(path)) return [];
    return [{ path, change: !before.has(path) ? 'added' : after.has(path) ? 'changed' : 'removed' }];
  });
}
