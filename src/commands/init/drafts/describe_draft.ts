import { listBriefingTexts } from '../../../contract/leaks/briefing_text.js';
import { findLeaks } from '../../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { type ChangeText, createTitle, listDescriptions } from './change_text.js';
import type { ContractDraft } from './contract_draft.js';

/** Chooses the fullest description that does not give the solution away. */
export function describeDraft(
  draft: ContractDraft,
  text: ChangeText,
  loaded: LoadedContract,
): { draft: ContractDraft; unwritten: boolean } {
  const ownTitle = createTitle(text.title);
  const isLeaky = (title: string, description: string) => {
    const contract = { ...loaded.contract, title, description };
    return findLeaks(listBriefingTexts(contract), loaded).some(({ certain }) => certain);
  };
  const title = ownTitle === '' || isLeaky(ownTitle, '-') ? `Task ${draft.id}` : ownTitle;
  const descriptions = listDescriptions({ ...text, title: ownTitle === '' || title !== ownTitle ? '' : text.title });
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
  const shortened = `Shortened: the whole ${text.origin} gives the solution away. Say what happens and what should happen.`;
  return {
    draft: {
      ...draft,
      title,
      description,
      ...(description === descriptions[0] ? {} : { description_note: shortened }),
    },
    unwritten: false,
  };
}
