import type { SyntaxNode } from '@lezer/common';
import { parser as javascriptParser } from '@lezer/javascript';
import { parser as pythonParser } from '@lezer/python';
import { detectSourceLanguage } from '../source_language.js';

/** Source text of a test file with its syntax tree. */
export interface SourceTree {
  language: 'javascript' | 'python';
  text: string;
  root: SyntaxNode;
}

/** Dialects of JavaScript by the ending of a file's name. */
const DIALECTS: Record<string, string> = { ts: 'ts', mts: 'ts', cts: 'ts', tsx: 'ts jsx' };

/** Parses a test file; undefined if its language is neither JavaScript, TypeScript nor Python. */
export function parseSource(path: string, text: string): SourceTree | undefined {
  const language = detectSourceLanguage(path)?.name;
  if (language === 'python') return { language, text, root: pythonParser.parse(text).topNode };
  if (language !== 'javascript') return undefined;
  const parser = javascriptParser.configure({ dialect: DIALECTS[path.slice(path.lastIndexOf('.') + 1)] ?? 'jsx' });
  return { language, text, root: parser.parse(text.replace(IMPORT_REQUIRE, 'const  $1')).topNode };
}

/** Import of TypeScript that is an assignment: the parser does not know it, and reads it as a constant. */
const IMPORT_REQUIRE = /^import (\w+ = require\()/gm;
