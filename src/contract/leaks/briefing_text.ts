/** Texts of a contract that its agents get. */
interface BriefedContract {
  title: string;
  description: string;
  obligations?: string | undefined;
  metadata: { build_command?: string | undefined; test_command?: string | undefined };
  coordination?: { subtasks: readonly { description: string }[] } | undefined;
}

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
}: BriefedContract): BriefingText[] {
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
  { contract, shown, lines }: { contract: BriefedContract; shown: string; lines: Readonly<Record<string, number>> },
  { field, line }: TextOrigin,
): string {
  const fieldLine = lines[field] ?? 1;
  const text = listBriefingTexts(contract).find((told) => told.field === field)?.text ?? '';
  return `${shown}:${text.trimEnd().includes('\n') ? fieldLine + line : fieldLine}`;
}
