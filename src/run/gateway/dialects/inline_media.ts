import type { DialectName, JsonObject, Message } from './dialect.js';
import { isObject, objectOf, textOf } from './fields.js';

/** A part of a message that is no text. */
export interface MediaPart {
  kind: 'image' | 'document' | 'recording';
  /** Base64; undefined = it is behind an address. */
  data: string | undefined;
}

/** Fields in which messages and parts have parts of their own. */
const INSIDE = ['content', 'output', 'parts', 'functionResponse', 'function_response'] as const;

/** Returns the parts of messages that are images, documents and recordings, where the format has them; what else looks like one is text. */
export function mediaParts(messages: readonly Message[], dialect: DialectName): MediaPart[] {
  const found: MediaPart[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (!isObject(value)) return;
    const part =
      dialect === 'gemini' ? geminiPart(value) : dialect === 'messages' ? anthropicPart(value) : openAiPart(value);
    if (part) found.push(part);
    else for (const field of INSIDE) if (typeof value[field] === 'object') look(value[field]);
  };
  for (const { value } of messages) look(value);
  return found;
}

function geminiPart(part: JsonObject): MediaPart | undefined {
  const { mimeType, mime_type, data } = objectOf(part.inlineData ?? part.inline_data);
  return typed(textOf(mimeType ?? mime_type), textOf(data));
}

function anthropicPart({ type, source }: JsonObject): MediaPart | undefined {
  if (type !== 'image' && type !== 'document') return undefined;
  const { type: from, media_type, data, url } = objectOf(source);
  if (from === 'base64') return typed(textOf(media_type), textOf(data));
  return from === 'url' && textOf(url) !== undefined && type === 'image'
    ? { kind: 'image', data: undefined }
    : undefined;
}

/** Chat completions and responses, which write the same parts in two ways. */
function openAiPart(part: JsonObject): MediaPart | undefined {
  switch (part.type) {
    case 'image_url':
    case 'input_image':
    case 'computer_screenshot':
      return addressed(textOf(objectOf(part.image_url).url) ?? textOf(part.image_url), 'image');
    case 'video_url':
      return addressed(textOf(objectOf(part.video_url).url) ?? textOf(part.video_url), 'recording');
    case 'file':
    case 'input_file':
      return addressed(textOf(objectOf(part.file).file_data) ?? textOf(part.file_data), 'document');
    case 'input_audio': {
      const data = textOf(objectOf(part.input_audio).data);
      return data === undefined ? undefined : { kind: 'recording', data };
    }
    default:
      return undefined;
  }
}

function addressed(url: string | undefined, kind: MediaPart['kind']): MediaPart | undefined {
  if (url === undefined) return undefined;
  const [head, type] = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i.exec(url.slice(0, 200)) ?? [];
  if (head !== undefined) return typed(type?.toLowerCase(), url.slice(head.length));
  return kind === 'image' && /^https?:/i.test(url) ? { kind, data: undefined } : undefined;
}

/** A text that is packed as base64 is text. */
function typed(type: string | undefined, data: string | undefined): MediaPart | undefined {
  if (type === undefined || data === undefined) return undefined;
  if (type.startsWith('image/')) return { kind: 'image', data };
  if (type === 'application/pdf') return { kind: 'document', data };
  return type.startsWith('audio/') || type.startsWith('video/') ? { kind: 'recording', data } : undefined;
}
