import type { DialectName } from '../../../record/model_events.js';
import type { MediaPart } from '../dialects/inline_media.js';
import { type ImageSize, imageSize } from './image_size.js';

/** What of a request is not counted by its bytes. */
export interface UntextedInput {
  /** Bytes of the body that are no text. */
  bytes: number;
  /** Tokens that these, and what the body refers to, have at most. */
  tokens: number;
}

/** Characters of base64 that are looked at for the size of an image: first those where it mostly stands, then what may be before it, such as a preview. */
const HEADS = [4 * 1024, 512 * 1024];
/** Tokens of a page of a document at most, as text and as an image of itself. */
const PAGE = 8_000;
/** Bytes of a recording per token, at the lowest rates that codecs have: providers count 10 to 300 tokens for a second. */
const RECORDING_BYTES = 16;

/**
 * Returns what images, documents and recordings of a request have at most, by the documented rule of whose model it is. What has no size that
 * can be read has the most that there is; a document whose pages cannot be counted stays text.
 *
 * @param provider as the price library names it; another than that of the format may count by any of the rules
 */
export function mediaTokens(
  parts: readonly MediaPart[],
  dialect: DialectName,
  model: string,
  provider: string | undefined,
): UntextedInput {
  const sum: UntextedInput = { bytes: 0, tokens: 0 };
  const rule = imageRule(dialect, model, provider);
  for (const { kind, data } of parts) {
    const tokens =
      kind === 'image'
        ? rule(data === undefined ? undefined : sizeOf(data))
        : data === undefined
          ? undefined
          : filed(kind, data);
    if (tokens === undefined) continue;
    sum.bytes += data?.length ?? 0;
    sum.tokens += tokens;
  }
  return sum;
}

function sizeOf(data: string): ImageSize | undefined {
  for (const head of HEADS) {
    const size = imageSize(Buffer.from(data.slice(0, head), 'base64'));
    if (size !== undefined || data.length <= head) return size;
  }
  return undefined;
}

function filed(kind: 'document' | 'recording', data: string): number | undefined {
  const bytes = Math.ceil((data.length * 3) / 4);
  if (kind === 'recording') return Math.ceil(bytes / RECORDING_BYTES);
  const pages = pagesOf(Buffer.from(data, 'base64').toString('latin1'));
  return pages === 0 ? undefined : pages * PAGE;
}

/** Pages of a PDF, as its objects and its tree of pages say; 0 = they are packed. */
function pagesOf(text: string): number {
  const objects = text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  let counted = 0;
  for (const [, count] of text.matchAll(/\/Count\s+(\d{1,6})/g)) counted = Math.max(counted, Number(count));
  return Math.max(objects, counted);
}

type ImageRule = (size: ImageSize | undefined) => number;

/** The providers' own formats, by their names in the price library. */
const OWN: Readonly<Record<DialectName, string>> = {
  chat: 'openai',
  responses: 'openai',
  messages: 'anthropic',
  gemini: 'google',
};

function imageRule(dialect: DialectName, model: string, provider: string | undefined): ImageRule {
  const small = /4o-mini/i.test(model);
  const own: Readonly<Record<string, ImageRule>> = {
    openai: (size) => openAi(size, small),
    anthropic,
    google: gemini,
  };
  if (provider === OWN[dialect]) return own[provider]!;
  const all = [...Object.values(own), qwen];
  return (size) => Math.max(...all.map((rule) => rule(size)));
}

/**
 * OpenAI: tiles of 512 pixels of an image that is fitted into 2048 × 2048 and then to 768 on its shorter side, 170 tokens each and 85 before (gpt-4o-mini:
 * 5,667 and 2,833); newer models patches of 32 pixels, at most 1,536 times up to 2.46, or 10,000.
 */
function openAi(size: ImageSize | undefined, small: boolean): number {
  const [base, each] = small ? [2_833, 5_667] : [85, 170];
  if (!size) return Math.max(base + 8 * each, 10_000);
  const { width, height } = size;
  const fitted = Math.min(1, 2_048 / Math.max(width, height));
  const scale = fitted * Math.min(1, 768 / (Math.min(width, height) * fitted));
  const tiles = Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
  const patches = Math.ceil(width / 32) * Math.ceil(height / 32);
  return Math.max(base + tiles * each, Math.ceil(Math.min(patches, 1_536) * 2.46), Math.min(patches, 10_000));
}

/** Anthropic: a token for 750 pixels, of an image that is made smaller beyond 4,784 tokens (older models: 1,600). */
const anthropic: ImageRule = (size) => (size ? Math.min(Math.ceil((size.width * size.height) / 750), 4_784) : 4_784);

/** Google: 258 tokens for a tile of an image of at most 3072 × 3072, or one number for an image, at most 2,240. */
const gemini: ImageRule = (size) => {
  if (!size) return 24 * 258;
  const scale = Math.min(1, 3_072 / Math.max(size.width, size.height));
  const [width, height] = [size.width * scale, size.height * scale];
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return Math.max(2_240, Math.ceil(width / unit) * Math.ceil(height / unit) * 258);
};

/** Open models that count most, such as Qwen-VL: patches of 28 pixels, at most 16,384. */
const qwen: ImageRule = (size) =>
  size ? Math.min(Math.ceil(size.width / 28) * Math.ceil(size.height / 28), 16_384) : 16_384;
