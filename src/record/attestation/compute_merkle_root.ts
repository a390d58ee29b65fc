import { hash } from 'node:crypto';

/** Prefixes that keep a leaf from passing for an inner node, and the other way round (RFC 6962, section 2.1). */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Returns the hash of a leaf of a Merkle tree: SHA-256 over 0x00 and the content. */
export function hashMerkleLeaf(content: string | Uint8Array): Buffer {
  return hashBytes(Buffer.concat([LEAF, typeof content === 'string' ? Buffer.from(content) : content]));
}

const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => hashBytes(Buffer.concat([NODE, left, right]));

/** Hashes bytes in one call: to create a hash object for each of many short texts takes longer than the hashing. */
const hashBytes = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/**
 * Computes the root of a Merkle tree as RFC 6962 defines it. The root of no leaf is the SHA-256 of nothing.
 *
 * @param leaves hashes of the leaves (`hashMerkleLeaf`), in order
 */
export function computeMerkleRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return hashBytes(Uint8Array.of());
  return computeSubtreeRoot(leaves);
}

/** Computes the root over leaves, of which there is at least one. */
function computeSubtreeRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 1) return Buffer.concat(leaves);
  const split = getLeftSize(leaves.length);
  return hashNode(computeSubtreeRoot(leaves.slice(0, split)), computeSubtreeRoot(leaves.slice(split)));
}

/** Returns the leaves in the left half of a tree: the largest power of two below its size, which is at least 2. */
const getLeftSize = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/**
 * Creates the inclusion path of a leaf: the hashes beside its way to the root, from the bottom.
 *
 * @throws {RangeError} if there is no such leaf
 */
export function createInclusionPath(leaves: readonly Uint8Array[], index: number): Buffer[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError(`there is no leaf ${index} among ${leaves.length}`);
  const path: Buffer[] = [];
  let [start, end] = [0, leaves.length];
  while (end - start > 1) {
    const split = start + getLeftSize(end - start);
    if (index < split) {
      path.unshift(computeSubtreeRoot(leaves.slice(split, end)));
      end = split;
    } else {
      path.unshift(computeSubtreeRoot(leaves.slice(start, split)));
      start = split;
    }
  }
  return path;
}

/** Location of a leaf in a Merkle tree, with its path. */
interface MerkleInclusion {
  leaf: Uint8Array;
  index: number;
  /** Number of leaves of the tree. */
  size: number;
  path: readonly Uint8Array[];
}

/**
 * Computes the root that an inclusion path leads to (RFC 9162, section 2.1.3.2).
 *
 * @returns undefined if the path does not fit index and size
 */
export function computeIncludedRoot({ leaf, index, size, path }: MerkleInclusion): Buffer | undefined {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!isCount(index) || !isCount(size) || index >= size) return undefined;
  let [node, last] = [BigInt(index), BigInt(size - 1)];
  let root: Buffer = Buffer.from(leaf);
  for (const beside of path) {
    if (last === 0n) return undefined;
    if (node % 2n === 1n || node === last) {
      root = hashNode(beside, root);
      while (node % 2n === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else root = hashNode(root, beside);
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n ? root : undefined;
}
