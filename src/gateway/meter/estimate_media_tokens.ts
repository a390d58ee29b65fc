import type { DialectName } from '../../record/events/model_payloads.js';
import type { MediaPart } from '../dialects/find_media_parts.js';
import { type ImageSize, readImageSize } from './image_size.js';

/** Input of a request that its bytes do not measure. */
export interface NonTextInput {
  /** Bytes of the body that are not text. */
  bytes: number;
  /** Maximum tokens of these bytes and of the content that the body refers to. */
  tokens: number;
}

/**
 * Characters of base64 that are searched for the size of an image: first the usual place, then further, for instance
 * behind a preview.
 */
const HEADS = [4 * 1024, 512 * 1024];
/** Maximum tokens of a document's page, as text and as image. */
const PAGE = 8_000;
/** Bytes of a recording per token, at the lowest rates of codecs: providers count 10 to 300 tokens per second. */
const RECORDING_BYTES = 16;

/**
 * Estimates the maximum tokens of images, documents and recordings, by the documented rule of the provider. A part of
 * unknown size counts as the largest; a document whose pages cannot be counted counts as text.
 *
 * @param provider name in the price library; another provider than that of the format may use any of the rules
 */
export function estimateMediaTokens(
  parts: readonly MediaPart[],
  dialect: DialectName,
  model: string,
  provider: string | undefined,
): NonTextInput {
  const sum: NonTextInput = { bytes: 0, tokens: 0 };
  const rule = selectImageRule(dialect, model, provider);
  for (const { kind, data } of parts) {
    const tokens = estimatePartTokens(kind, data, rule);
    if (tokens === undefined) continue;
    sum.bytes += data?.length ?? 0;
    sum.tokens += tokens;
  }
  return sum;
}

function estimatePartTokens(kind: MediaPart['kind'], data: string | undefined, rule: ImageRule): number | undefined {
  if (kind === 'image') return rule(data === undefined ? undefined : readSize(data));
  return data === undefined ? undefined : estimateFileTokens(kind, data);
}

function readSize(data: string): ImageSize | undefined {
  for (const head of HEADS) {
    const size = readImageSize(Buffer.from(data.slice(0, head), 'base64'));
    if (size !== undefined || data.length <= head) return size;
  }
  return undefined;
}

function estimateFileTokens(kind: 'document' | 'recording', data: string): number | undefined {
  const bytes = Math.ceil((data.length * 3) / 4);
  if (kind === 'recording') return Math.ceil(bytes / RECORDING_BYTES);
  const pages = countPages(Buffer.from(data, 'base64').toString('latin1'));
  return pages === 0 ? undefined : pages * PAGE;
}

/**
 * Counts the pages of a PDF by its objects and its tree of pages.
 *
 * @returns 0 if they are compressed
 */
function countPages(text: string): number {
  const objects = text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  let counted = 0;
  for (const [, count] of text.matchAll(/\/Count\s+(\d{1,6})/g)) counted = Math.max(counted, Number(count));
  return Math.max(objects, counted);
}

type ImageRule = (size: ImageSize | undefined) => number;

/** Providers of the formats, by their names in the price library. */
const OWN: Readonly<Record<DialectName, string>> = {
  chat: 'openai',
  responses: 'openai',
  messages: 'anthropic',
  gemini: 'google',
};

function selectImageRule(dialect: DialectName, model: string, provider: string | undefined): ImageRule {
  const small = /4o-mini/i.test(model);
  const rules_by_provider: Readonly<Record<string, ImageRule>> = {
    openai: (size) => countOpenAiTokens(size, small),
    anthropic: countAnthropicTokens,
    google: countGeminiTokens,
  };
  const own_rule = provider === OWN[dialect] ? rules_by_provider[provider] : undefined;
  if (own_rule) return own_rule;
  const all = [...Object.values(rules_by_provider), countQwenTokens];
  return (size) => Math.max(...all.map((rule) => rule(size)));
}

/**
 * Counts by OpenAI's rules. Older models: tiles of 512 pixels of an image that is fitted into 2048 × 2048 and then to
 * 768 on its shorter side, 170 tokens each plus 85 (gpt-4o-mini: 5,667 and 2,833). Newer models: patches of 32 pixels,
 * at most 1,536 times up to 2.46, or 10,000.
 */
function countOpenAiTokens(size: ImageSize | undefined, small: boolean): number {
  const [base, each] = small ? [2_833, 5_667] : [85, 170];
  if (!size) return Math.max(base + 8 * each, 10_000);
  const { width, height } = size;
  const fitted = Math.min(1, 2_048 / Math.max(width, height));
  const scale = fitted * Math.min(1, 768 / (Math.min(width, height) * fitted));
  const tiles = Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
  const patches = Math.ceil(width / 32) * Math.ceil(height / 32);
  return Math.max(base + tiles * each, Math.ceil(Math.min(patches, 1_536) * 2.46), Math.min(patches, 10_000));
}

/** Counts by Anthropic's rule: a token for 750 pixels, at most 4,784 tokens (older models: 1,600). */
const countAnthropicTokens: ImageRule = (size) =>
  size ? Math.min(Math.ceil((size.width * size.height) / 750), 4_784) : 4_784;

/**
 * Counts by Google's rule: 258 tokens for a tile of an image of at most 3072 × 3072, or one number for an image, at
 * most 2,240.
 */
const countGeminiTokens: ImageRule = (size) => {
  if (!size) return 24 * 258;
  const scale = Math.min(1, 3_072 / Math.max(size.width, size.height));
  const [width, height] = [size.width * scale, size.height * scale];
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return Math.max(2_240, Math.ceil(width / unit) * Math.ceil(height / unit) * 258);
};

/** Counts by the highest rule of open models, such as Qwen-VL: patches of 28 pixels, at most 16,384. */
const countQwenTokens: ImageRule = (size) =>
  size ? Math.min(Math.ceil(size.width / 28) * Math.ceil(size.height / 28), 16_384) : 16_384;
