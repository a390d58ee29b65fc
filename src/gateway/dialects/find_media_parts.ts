import type { DialectName } from '../../record/events/model_payloads.js';
import { isJsonObject, type JsonObject, type ParsedMessage, toJsonObject, toNonEmptyText } from './dialect.js';

/** Part of a message that is not text. */
export interface MediaPart {
  kind: 'image' | 'document' | 'recording';
  /** Base64; undefined if the part is an address. */
  data: string | undefined;
}

/** Fields in which messages and parts nest other parts. */
const NESTED_FIELDS = ['content', 'output', 'parts', 'functionResponse', 'function_response'] as const;

/** Finds the images, documents and recordings of messages, where the format has them; other look-alikes are text. */
export function findMediaParts(messages: readonly ParsedMessage[], dialect: DialectName): MediaPart[] {
  const parts: MediaPart[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isJsonObject(value)) return;
    const part = PART_READERS[dialect](value);
    if (part) parts.push(part);
    else for (const field of NESTED_FIELDS) if (typeof value[field] === 'object') visit(value[field]);
  };
  for (const { value } of messages) visit(value);
  return parts;
}

const PART_READERS: Readonly<Record<DialectName, (part: JsonObject) => MediaPart | undefined>> = {
  chat: readOpenAiPart,
  responses: readOpenAiPart,
  messages: readAnthropicPart,
  gemini: readGeminiPart,
};

function readGeminiPart(part: JsonObject): MediaPart | undefined {
  const { mimeType, mime_type, data } = toJsonObject(part.inlineData ?? part.inline_data);
  return classifyMedia(toNonEmptyText(mimeType ?? mime_type), toNonEmptyText(data));
}

function readAnthropicPart({ type, source }: JsonObject): MediaPart | undefined {
  if (type !== 'image' && type !== 'document') return undefined;
  const { type: source_type, media_type, data, url } = toJsonObject(source);
  if (source_type === 'base64') return classifyMedia(toNonEmptyText(media_type), toNonEmptyText(data));
  return source_type === 'url' && toNonEmptyText(url) !== undefined && type === 'image'
    ? { kind: 'image', data: undefined }
    : undefined;
}

/** Reads a part of chat completions or responses, which spell the same parts differently. */
function readOpenAiPart(part: JsonObject): MediaPart | undefined {
  switch (part.type) {
    case 'image_url':
    case 'input_image':
    case 'computer_screenshot':
      return parseMediaAddress(
        toNonEmptyText(toJsonObject(part.image_url).url) ?? toNonEmptyText(part.image_url),
        'image',
      );
    case 'video_url':
      return parseMediaAddress(
        toNonEmptyText(toJsonObject(part.video_url).url) ?? toNonEmptyText(part.video_url),
        'recording',
      );
    case 'file':
    case 'input_file':
      return parseMediaAddress(
        toNonEmptyText(toJsonObject(part.file).file_data) ?? toNonEmptyText(part.file_data),
        'document',
      );
    case 'input_audio': {
      const data = toNonEmptyText(toJsonObject(part.input_audio).data);
      return data === undefined ? undefined : { kind: 'recording', data };
    }
    default:
      return undefined;
  }
}

function parseMediaAddress(url: string | undefined, kind: MediaPart['kind']): MediaPart | undefined {
  if (url === undefined) return undefined;
  const [head, type] = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i.exec(url.slice(0, 200)) ?? [];
  if (head !== undefined) return classifyMedia(type?.toLowerCase(), url.slice(head.length));
  return kind === 'image' && /^https?:/i.test(url) ? { kind, data: undefined } : undefined;
}

/** Classifies base64 data by its media type; encoded text counts as text. */
function classifyMedia(type: string | undefined, data: string | undefined): MediaPart | undefined {
  if (type === undefined || data === undefined) return undefined;
  if (type.startsWith('image/')) return { kind: 'image', data };
  if (type === 'application/pdf') return { kind: 'document', data };
  return type.startsWith('audio/') || type.startsWith('video/') ? { kind: 'recording', data } : undefined;
}
