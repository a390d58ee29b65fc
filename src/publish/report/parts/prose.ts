import { shortenText } from '../../text/escape_text.js';
import type { ReportBlock, ReportSection, RichText, TextPiece } from '../report_block.js';

/** Marks words and figures of gatebench. Never call it with text from an agent, a model, a contract or a file. */
export const trustText = (text: string): { trusted: string } => ({ trusted: text });

/** Creates text from a template, whose words are trusted and whose inserted strings are foreign. */
export function prose(
  strings: TemplateStringsArray,
  ...values: readonly (RichText | TextPiece | number)[]
): TextPiece[] {
  const pieces = strings.flatMap((words, i) => [...values.slice(i - 1, i).flatMap(toPieces), trustText(words)]);
  return pieces.filter(
    (piece) => piece !== '' && !(typeof piece === 'object' && 'trusted' in piece && piece.trusted === ''),
  );
}

function toPieces(value: RichText | TextPiece | number): readonly TextPiece[] {
  if (typeof value === 'number') return [trustText(String(value))];
  return Array.isArray(value) ? value : [value as TextPiece];
}

/** Creates a foreign name, shortened. */
export const createNamePiece = (raw: string, limit = 80): { code: string } => ({ code: shortenText(raw, limit) });

const NAMES = 10;

/** Creates a list of foreign names, ten at most. */
export function createNameList(all: readonly string[]): TextPiece[] {
  const names = joinPieces(
    all.slice(0, NAMES).map((raw) => [createNamePiece(raw)]),
    ', ',
  );
  return all.length > NAMES ? prose`${names} and ${all.length - NAMES} more` : names;
}

/** Joins texts, with a separator of ours between them. */
export const joinPieces = (parts: readonly (readonly TextPiece[])[], separator: string): TextPiece[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [trustText(separator), ...part]));

/** Lists items under a condition; else nothing. */
export const listIf = <T>(condition: boolean, ...items: readonly T[]): readonly T[] => (condition ? items : []);

/** Lists the blocks of a section, its answer first. */
export const listSectionBlocks = ({ answer, blocks }: ReportSection): ReportBlock[] =>
  answer === undefined ? [...blocks] : [{ kind: 'text', text: answer }, ...blocks];

/** Removes answers from sections, for a report that begins with them. */
export const removeAnswers = (sections: readonly ReportSection[]): ReportSection[] =>
  sections.map(({ answer: _answer, ...section }) => section);

/** Returns a text with its first letter in upper case. */
export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
