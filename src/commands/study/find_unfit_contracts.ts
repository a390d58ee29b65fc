import { UserError } from '../../contract/input/user_error.js';
import type { BriefingText } from '../../contract/leaks/briefing_text.js';
import { findLeaks } from '../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { SettingsComparison } from '../../record/planning/plan.js';
import { readPatchText } from '../../workspace/patch/patch_text.js';
import { type AgentSettings, createSettingsMatcher } from '../../workspace/settings/read_agent_settings.js';

/**
 * Finds contracts that settings cannot be compared on: those that begin at a pull request's base, and those whose
 * solution changes settings, which no patch of such a run holds.
 */
export function findUnfitContracts(
  contracts: readonly LoadedContract[],
  patterns: readonly string[],
): SettingsComparison['left_out'] {
  const isSettings = createSettingsMatcher(patterns);
  return contracts.flatMap(({ contract, golden }) => {
    if ('base' in contract.snapshot) return [{ task: contract.id, because: 'it judges a pull request, not an agent' }];
    const changed = golden && readPatchText(golden).files.find(({ path }) => isSettings(path))?.path;
    return changed === undefined
      ? []
      : [{ task: contract.id, because: `its solution changes the settings ${changed}` }];
  });
}

/**
 * Refuses settings that hold the answer of a contract, unless those of the base held it as well.
 *
 * @param definitions texts that define agents of head and differ from those of the base
 * @returns warnings of single lines that may be a coincidence
 * @throws {UserError} with file, line and contract
 */
export function refuseLeakedAnswers(
  contracts: readonly LoadedContract[],
  base: AgentSettings,
  head: AgentSettings,
  definitions: readonly BriefingText[],
): string[] {
  const digests = new Map(base.files.map(({ path, sha256 }) => [path, sha256]));
  const fresh = head.files.filter(({ path, sha256 }) => digests.get(path) !== sha256);
  // Zero bytes, also those of UTF-16, would hide a text.
  const texts = fresh.map(({ path, content }) => ({
    field: path,
    text: content.toString('utf8').replaceAll('\0', ''),
  }));
  const public_texts = [...texts, ...definitions];
  const base_text = base.files.map(({ content }) => content.toString('utf8')).join('\n');
  const leaks = contracts.flatMap((loaded) =>
    findLeaks(public_texts, loaded, (line) => base_text.includes(line.trim())).map(({ told: at, what, certain }) => ({
      certain,
      place: `${at?.field ?? 'settings'}:${at?.line ?? 1}:1`,
      of: `the ${what} of "${loaded.contract.id}"`,
    })),
  );
  const lines = leaks.flatMap(({ certain, place, of }) => (certain ? [`${place}: holds a part of ${of}`] : []));
  if (lines.length > 0)
    throw new UserError(
      lines.slice(0, 20),
      'Settings must not hold the answers that they are judged by: remove the text, or replace the contract.',
    );
  return leaks.map(({ place, of }) => `${place}: a line stands in ${of} as well`);
}
