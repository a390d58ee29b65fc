import { sha256 } from '../../record/json/compute_digest.js';
import type { ParsedMessage } from '../dialects/dialect.js';
import { type JsonPattern, matchesJsonPattern, toJsonPattern } from './json_pattern.js';

/** Message with its JSON text and digests. */
export interface HashedMessage {
  message: ParsedMessage;
  json: string;
  sha256: string;
  /** Digest without cache marks, which identifies its node; equal to `sha256` if there are none. */
  likeness: string;
}

/** Node of the message tree: a message after a given history. */
export interface MessageNode<Owner> {
  readonly likeness: string;
  /** Number of messages up to and including this one. */
  readonly depth: number;
  /** Digest of all of them. */
  readonly path: string;
  /** True if one of them is a response or a tool message. */
  readonly answered: boolean;
  /** First request that brought it. */
  readonly owner: Owner | undefined;
  /** True if a request ended here, so that passing it is reported. */
  marked: boolean;
  /** Child of the latest request, and the other children by digest. */
  latest: MessageNode<Owner> | undefined;
  others: Map<string, MessageNode<Owner>> | undefined;
  /** The message itself, while there is room: a comparison is several times faster than a digest. */
  pattern: JsonPattern;
  size: number;
  used: number;
}

interface MatchedHistory<Owner> {
  /** Node of the last known message. */
  place: MessageNode<Owner>;
  /** Marked nodes on the way. */
  passed: MessageNode<Owner>[];
  /** Unknown messages, in order. */
  rest: HashedMessage[];
}

/** Tree of all histories; equal beginnings share their nodes. */
interface MessageTree<Owner> {
  /** Follows a history as far as it is known. */
  follow(messages: readonly ParsedMessage[]): MatchedHistory<Owner>;
  /**
   * Adds messages behind a node.
   *
   * @returns the node of the last
   */
  grow(behind: MessageNode<Owner>, rest: readonly HashedMessage[], owner: Owner): MessageNode<Owner>;
}

/** Limits: characters of messages that are kept for comparison, and known nodes. */
const HELD = 32 << 20;
const PLACES = 1 << 20;

/** Creates a function that keeps what the newest messages are like, as far as they fit. */
function createPatternHolder<Owner>(max_characters: number) {
  let size = 0;
  const holding: MessageNode<Owner>[] = [];
  return (node: MessageNode<Owner>, value: unknown, length: number): void => {
    if (length > max_characters / 4) return;
    node.pattern = toJsonPattern(value);
    node.size = length;
    size += length;
    holding.push(node);
    if (size <= max_characters) return;
    // Drop the least recently used patterns down to half of the room, so that this is rare.
    holding.sort((a, b) => b.used - a.used);
    while (size > max_characters / 2) {
      const last = holding.pop();
      if (last === undefined) return;
      size -= last.size;
      last.pattern = undefined;
    }
  };
}

/** Creates an empty tree. */
export function createMessageTree<Owner>(max_characters = HELD, places = PLACES): MessageTree<Owner> {
  let root = createRoot<Owner>();
  let hold = createPatternHolder<Owner>(max_characters);
  let node_count = 0;
  let turn = 0;

  const findNext = (node: MessageNode<Owner>, message: ParsedMessage): MessageNode<Owner> | HashedMessage => {
    const { latest } = node;
    if (latest?.pattern !== undefined && matchesJsonPattern(latest.pattern, getLikeness(message))) {
      latest.used = turn;
      return latest;
    }
    const hashed = hashMessage(message);
    const child = latest?.likeness === hashed.likeness ? latest : node.others?.get(hashed.likeness);
    if (!child) return hashed;
    child.used = turn;
    if (child.pattern === undefined) hold(child, getLikeness(message), hashed.json.length);
    return child;
  };

  return {
    follow(messages) {
      turn += 1;
      let node = root;
      const passed: MessageNode<Owner>[] = [];
      for (const [i, message] of messages.entries()) {
        const next = findNext(node, message);
        if (!('depth' in next)) {
          return { place: node, passed, rest: [next, ...messages.slice(i + 1).map(hashMessage)] };
        }
        node.latest = next;
        node = next;
        if (node.marked) passed.push(node);
      }
      return { place: node, passed, rest: [] };
    },
    grow(behind, rest, owner) {
      if (node_count + rest.length > places) {
        // Continued histories start anew: their record is longer, but correct.
        [root, node_count, hold] = [createRoot(), 0, createPatternHolder(max_characters)];
        return root;
      }
      let node = behind;
      for (const { message, json, likeness } of rest) {
        const child: MessageNode<Owner> = {
          ...createRoot<Owner>(),
          likeness,
          depth: node.depth + 1,
          path: sha256(node.path + likeness),
          answered: node.answered || message.role === 'assistant' || message.role === 'tool',
          owner,
          used: turn,
        };
        if (node.latest) {
          node.others ??= new Map([[node.latest.likeness, node.latest]]);
          node.others.set(likeness, child);
        }
        node.latest = child;
        node_count += 1;
        hold(child, getLikeness(message), json.length);
        node = child;
      }
      return node;
    },
  };
}

const createRoot = <Owner>(): MessageNode<Owner> => ({
  likeness: '',
  depth: 0,
  path: '',
  answered: false,
  owner: undefined,
  marked: false,
  latest: undefined,
  others: undefined,
  pattern: undefined,
  size: 0,
  used: 0,
});

export function hashMessage(message: ParsedMessage): HashedMessage {
  const json = JSON.stringify(message.value) ?? 'null';
  const digest = sha256(json);
  const likeness = message.likeness === undefined ? digest : sha256(JSON.stringify(message.likeness));
  return { message, json, sha256: digest, likeness };
}

const getLikeness = ({ likeness, value }: ParsedMessage): unknown => likeness ?? value;

/** Computes the digest of all messages up to the last of `rest`. */
export const computePathDigest = (behind: MessageNode<unknown>, rest: readonly HashedMessage[]): string =>
  rest.reduce((path, { likeness }) => sha256(path + likeness), behind.path);
