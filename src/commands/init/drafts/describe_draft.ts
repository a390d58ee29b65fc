import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { listBriefingTexts } from '../../../contract/leaks/briefing_text.js';
import { findLeaks } from '../../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { type ChangeText, createSolutionFilter, createTitle, listDescriptions } from './change_text.js';
import type { ContractDraft } from './contract_draft.js';

/** Draft with its title and description. */
interface DescribedDraft {
  draft: ContractDraft;
  /** True if the author has to write the description. */
  unwritten: boolean;
}

/**
 * Chooses the fullest description that does not give the solution away. Other texts than an issue were written by who
 * knew the solution: sentences that say how it was made are left out, and how the tests fail today is added.
 *
 * @param symptom how the tests fail today
 */
export function describeDraft(
  draft: ContractDraft,
  text: ChangeText,
  loaded: LoadedContract,
  symptom: string | undefined,
): DescribedDraft {
  const ownTitle = createTitle(text.title);
  const isLeaky = (title: string, description: string) => {
    const contract = { ...loaded.contract, title, description };
    return findLeaks(listBriefingTexts(contract), loaded).some(({ certain }) => certain);
  };
  const title = ownTitle === '' || isLeaky(ownTitle, '-') ? `Task ${draft.id}` : ownTitle;
  const is_issue = text.origin === 'issue';
  const saysSolution = createSolutionFilter({
    paths: draft.source_files,
    patch: loaded.golden ? Buffer.from(loaded.golden).toString() : '',
    known: [text.title, ...loaded.oracle_files.map(({ content }) => Buffer.from(content).toString())],
  });
  const descriptions = listDescriptions(
    { ...text, title: ownTitle === '' || title !== ownTitle ? '' : text.title },
    is_issue ? undefined : saysSolution,
  );
  const description = descriptions.find((one) => !isLeaky(title, one));
  if (description === undefined || description.trim() === '')
    return {
      draft: {
        ...draft,
        title,
        description: 'Describe the problem here: what happens, and what should happen instead.\n',
        description_note: `Write the description, then run gatebench validate: the ${text.origin} gives the solution away.`,
      },
      unwritten: true,
    };
  const shortened = `Shortened: the whole ${text.origin} gives the solution away. Say what happens, and what should.`;
  // The title stands above the description.
  const opening = description === `${ownTitle}\n` ? '' : `${description}\n`;
  const added = is_issue || symptom === undefined ? undefined : `${opening}${symptom}`;
  return {
    draft: {
      ...draft,
      title,
      description: added === undefined || isLeaky(title, added) ? description : added,
      description_origin: text.origin,
      ...omitUndefined({ description_note: description === descriptions[0] ? undefined : shortened }),
    },
    unwritten: false,
  };
}
