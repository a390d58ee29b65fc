import type { UnitApart } from '../../record/models/model_usage.js';
import { type JsonObject, toJsonObject, toJsonObjects, toNonEmptyText } from './dialect.js';
import { type ReportedUsage, readUsageCounts } from './reported_usage.js';

/** Counts of units with prices of their own, as a response has them; what is missing is 0. */
type RawUnits = Partial<Record<UnitApart, unknown>>;

/** Adds units that a provider bills apart to a usage. Impossible counts make it as impossible as others do. */
export function addUnitsApart(usage: ReportedUsage, raw: RawUnits): ReportedUsage {
  if ('disbelieved' in usage) return usage;
  const read = readUsageCounts(raw as Record<UnitApart, unknown>, []);
  if ('disbelieved' in read) return read;
  const counts = Object.entries(read.counts).filter(([, count]) => count > 0);
  return counts.length === 0 ? usage : { ...usage, apart: Object.fromEntries(counts) };
}

/** Reads the units of OpenAI's formats and of servers that speak them. */
export function readOpenAiUnits(usage: JsonObject, input: unknown, output: unknown, searches = 0): RawUnits {
  const [prompted, answered] = [toJsonObject(input), toJsonObject(output)];
  const counted = usage.num_search_queries ?? toJsonObject(usage.server_tool_use).web_search_requests;
  return {
    input_audio_tokens: prompted.audio_tokens,
    output_audio_tokens: answered.audio_tokens,
    output_image_tokens: answered.image_tokens,
    web_searches: counted ?? searches,
    search_sources: usage.num_sources_used,
  };
}

/** Reads the units of Gemini's format, whose counts are listed by modality. */
export function readGeminiUnits(usage: JsonObject): RawUnits {
  const sum = (modality: string, ...lists: unknown[]) => {
    const counts = lists
      .flatMap(toJsonObjects)
      .flatMap((part) => (toNonEmptyText(part.modality) === modality ? [part.tokenCount ?? 0] : []));
    return counts.every((count) => typeof count === 'number') ? counts.reduce((a, b) => a + b, 0) : counts;
  };
  return {
    input_audio_tokens: sum('AUDIO', usage.promptTokensDetails, usage.toolUsePromptTokensDetails),
    output_audio_tokens: sum('AUDIO', usage.candidatesTokensDetails),
    output_image_tokens: sum('IMAGE', usage.candidatesTokensDetails),
  };
}
