import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  computeIncludedRoot,
  computeMerkleRoot,
  createInclusionPath,
  hashMerkleLeaf,
} from '../../../src/record/attestation/compute_merkle_root.js';

/** Leaves of the tree that the reference implementation of RFC 6962 (Certificate Transparency) is tested with. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => hashMerkleLeaf(Buffer.from(hex, 'hex')),
);

describe('Merkle tree of RFC 6962', () => {
  it('has the roots of the reference implementation', () => {
    const roots = [1, 2, 3, 8].map((size) => computeMerkleRoot(LEAVES.slice(0, size)).toString('hex'));
    expect(roots).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
  });

  it('has the hash of nothing as its root without a leaf', () => {
    expect(computeMerkleRoot([]).equals(createHash('sha256').digest())).toBe(true);
  });

  const trees = fc
    .uniqueArray(fc.string(), { minLength: 1, maxLength: 70 })
    .chain((contents) => fc.record({ contents: fc.constant(contents), index: fc.nat({ max: contents.length - 1 }) }));

  it('proves each leaf under its root, and no other leaf, place or size', () => {
    fc.assert(
      fc.property(trees, ({ contents, index }) => {
        const leaves = contents.map(hashMerkleLeaf);
        const root = computeMerkleRoot(leaves);
        const path = createInclusionPath(leaves, index);
        const size = leaves.length;
        const leads = (change: object) =>
          computeIncludedRoot({ leaf: leaves[index]!, index, size, path, ...change })?.equals(root) === true;
        expect(leads({})).toBe(true);
        expect(leads({ leaf: hashMerkleLeaf(`other ${contents[index]}`) })).toBe(false);
        for (const other of [index - 1, index + 1, size, -1, 0.5]) expect(leads({ index: other })).toBe(false);
        expect(leads({ path: [...path, leaves[0]!] })).toBe(false);
        if (path.length > 0) expect(leads({ path: path.slice(1) })).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('separates leaves from inner nodes', () => {
    const [one, two] = [hashMerkleLeaf('a'), hashMerkleLeaf('b')];
    const inner = computeMerkleRoot([one, two]);
    expect(hashMerkleLeaf(Buffer.concat([one, two])).equals(inner)).toBe(false);
  });

  it('has no path for a leaf that it has not', () => {
    expect(() => createInclusionPath(LEAVES, 8)).toThrow(new RangeError('there is no leaf 8 among 8'));
  });
});
