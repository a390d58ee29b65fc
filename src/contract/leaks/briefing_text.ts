import type { Contract } from '../contract_schema.js';
import type { LoadedContract } from '../loaded_contract.js';

/** Text of the contract that is part of a briefing. */
export interface BriefingText {
  /** Field of the contract, as in `lines`. */
  field: string;
  text: string;
}

/** Position in a text of the contract. */
export interface TextOrigin {
  field: string;
  /** Line of the text, from 1. */
  line: number;
}

/** Lists all texts of a contract that agents get, subtasks included. */
export function listBriefingTexts({
  title,
  description,
  obligations,
  metadata,
  coordination,
}: Contract): BriefingText[] {
  const { build_command, test_command } = metadata;
  const parts = (coordination?.subtasks ?? []).map(({ description: text }, i): [string, string] => [
    `coordination.subtasks.${i}.description`,
    text,
  ]);
  const fields: [string, string | undefined][] = [
    ['title', title],
    ['description', description],
    ['obligations', obligations],
    ['metadata.build_command', build_command],
    ['metadata.test_command', test_command],
    ...parts,
  ];
  return fields.flatMap(([field, text]) => (text ? [{ field, text }] : []));
}

/**
 * Formats the position of a text as `file:line`. A multi-line text is assumed to be a block that begins below its
 * field.
 */
export function formatTextOrigin(
  { contract, shown, lines }: Pick<LoadedContract, 'contract' | 'shown' | 'lines'>,
  { field, line }: TextOrigin,
): string {
  const at = lines[field] ?? 1;
  const text = listBriefingTexts(contract).find((told) => told.field === field)?.text ?? '';
  return `${shown}:${text.trimEnd().includes('\n') ? at + line : at}`;
}
