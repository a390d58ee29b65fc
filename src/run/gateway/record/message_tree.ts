import { sha256 } from '../../../record/canonical.js';
import type { Message } from '../dialects/dialect.js';
import { type Pattern, patternOf, sameJson } from './same_json.js';

/** A message with the text by which it is known. */
export interface Written {
  message: Message;
  json: string;
  sha256: string;
  /** Digest of its likeness, by which it has its place; the same where it is like itself. */
  likeness: string;
}

/** A message at its place: messages like it had before it, and itself alike. */
export interface Place<Owner> {
  readonly likeness: string;
  /** So many messages up to and with this one. */
  readonly depth: number;
  /** Digest over all of them. */
  readonly path: string;
  /** Whether one of them is an answer, or what a tool said. */
  readonly answered: boolean;
  /** Who brought it first. */
  readonly owner: Owner | undefined;
  /** Somebody wants to know when it is passed. */
  marked: boolean;
  /** Where the latest request went on, and the other ways to go on, by digest. */
  latest: Place<Owner> | undefined;
  others: Map<string, Place<Owner>> | undefined;
  /** The message itself, as long as there is room: comparing is several times faster than a digest. */
  pattern: Pattern;
  size: number;
  used: number;
}

export interface Followed<Owner> {
  /** The place of the last known one. */
  place: Place<Owner>;
  /** Every place on the way that is marked. */
  passed: Place<Owner>[];
  /** What is not known, in order. */
  rest: Written[];
}

/** All histories that were seen, as a tree: what histories have in common at their beginning is there once. */
export interface MessageTree<Owner> {
  /** Goes along a history as far as it is known. */
  follow(messages: readonly Message[]): Followed<Owner>;
  /** Puts messages behind a place; returns the place of the last. */
  grow(behind: Place<Owner>, rest: readonly Written[], owner: Owner): Place<Owner>;
}

/** Characters of messages that are kept for comparing, and the places that are known at all. */
const HELD = 32 << 20;
const PLACES = 1 << 20;

export function openMessageTree<Owner>(held = HELD, places = PLACES): MessageTree<Owner> {
  let root = rootOf<Owner>();
  let known = 0;
  let turn = 0;
  let size = 0;
  let holding: Place<Owner>[] = [];

  const hold = (place: Place<Owner>, value: unknown, length: number) => {
    if (length > held / 4) return;
    place.pattern = patternOf(value);
    place.size = length;
    size += length;
    holding.push(place);
    if (size <= held) return;
    // What was not needed for the longest time goes, down to half of the room, so that this happens seldom.
    holding.sort((a, b) => b.used - a.used);
    while (size > held / 2) {
      const last = holding.pop()!;
      size -= last.size;
      last.pattern = undefined;
    }
  };

  const next = (from: Place<Owner>, message: Message): Place<Owner> | Written => {
    const { latest } = from;
    if (latest?.pattern !== undefined && sameJson(latest.pattern, likenessOf(message))) {
      latest.used = turn;
      return latest;
    }
    const written = writtenOf(message);
    const place = latest?.likeness === written.likeness ? latest : from.others?.get(written.likeness);
    if (!place) return written;
    place.used = turn;
    if (place.pattern === undefined) hold(place, likenessOf(message), written.json.length);
    return place;
  };

  return {
    follow(messages) {
      turn += 1;
      let place = root;
      const passed: Place<Owner>[] = [];
      for (let i = 0; i < messages.length; i++) {
        const found = next(place, messages[i]!);
        if (!('depth' in found)) {
          return { place, passed, rest: [found, ...messages.slice(i + 1).map(writtenOf)] };
        }
        place.latest = found;
        place = found;
        if (place.marked) passed.push(place);
      }
      return { place, passed, rest: [] };
    },
    grow(behind, rest, owner) {
      if (known + rest.length > places) {
        // Histories that go on from here begin anew: longer in the record, and right.
        [root, known, size, holding] = [rootOf(), 0, 0, []];
        return root;
      }
      let place = behind;
      for (const { message, json, likeness } of rest) {
        const child: Place<Owner> = {
          likeness,
          depth: place.depth + 1,
          path: sha256(place.path + likeness),
          answered: place.answered || message.role === 'assistant' || message.role === 'tool',
          owner,
          marked: false,
          latest: undefined,
          others: undefined,
          pattern: undefined,
          size: 0,
          used: turn,
        };
        if (place.latest) {
          place.others ??= new Map([[place.latest.likeness, place.latest]]);
          place.others.set(likeness, child);
        }
        place.latest = child;
        known += 1;
        hold(child, likenessOf(message), json.length);
        place = child;
      }
      return place;
    },
  };
}

const rootOf = <Owner>(): Place<Owner> => ({
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

export function writtenOf(message: Message): Written {
  const json = JSON.stringify(message.value) ?? 'null';
  const digest = sha256(json);
  const likeness = message.likeness === undefined ? digest : sha256(JSON.stringify(message.likeness));
  return { message, json, sha256: digest, likeness };
}

const likenessOf = ({ likeness, value }: Message): unknown => likeness ?? value;

/** Digest over the messages up to the last of these. */
export const pathOf = (behind: Place<unknown>, rest: readonly Written[]): string =>
  rest.reduce((path, { likeness }) => sha256(path + likeness), behind.path);
