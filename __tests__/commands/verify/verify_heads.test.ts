// Needs: sandbox
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../../../src/commands/io/command_context.js';
import { reportResults } from '../../../src/commands/report/report_results.js';
import type { VerifyOptions } from '../../../src/commands/verify/verify_attestation.js';
import { verifyRuns } from '../../../src/commands/verify/verify_runs.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenSigning, ISSUER, WORKFLOW } from '../../record/attestation/given_signing.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
let out: string;
beforeAll(async () => {
  ({ out } = await givenRecorded('baselines-twice', room));
});
afterAll(cleanUp);

interface Said {
  code: number;
  lines: string[];
}
function verified(name: string, options: Partial<VerifyOptions> = {}): Said {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const said = { log: say, error: () => {} } as unknown as CommandContext;
  const code = verifyRuns([name], { json: false, ...options }, said, room);
  return { code, lines };
}
const givenCopy = () => {
  const folder = join(givenRoom(), 'copy');
  cpSync(out, folder, { recursive: true });
  return folder;
};
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const readJson = (...path: string[]) => JSON.parse(read(...path));
const readRoot = (folder: string): string => readJson(folder, 'attestation', 'predicate.json').root;
const listIds = (folder: string) => readdirSync(join(folder, 'runs')).sort();
const faultsOf = ({ lines }: Said) => lines.filter((line) => line.startsWith('  ')).map((line) => line.trim());

describe('heads of an output folder', () => {
  it('are written as a list, and as an in-toto statement with counts and Merkle root', () => {
    const heads = read(out, 'attestation', 'heads.jsonl').trimEnd().split('\n');
    expect(heads.map((line) => JSON.parse(line).attempt_id)).toEqual(listIds(out));
    const statement = readJson(out, 'attestation', 'statement.json');
    expect(statement).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'results.jsonl', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
        { name: 'attestation/heads.jsonl', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      ],
      predicateType: 'https://github.com/gatebench/gatebench/attestation/heads/v1',
      predicate: readJson(out, 'attestation', 'predicate.json'),
    });
    expect(statement.predicate).toMatchObject({ attempts: 4, by_status: { success: 2, failure: 2 } });
  });

  it('stand in the report: counts and root', () => {
    const { root, events } = readJson(out, 'attestation', 'predicate.json');
    expect(read(out, 'report.md')).toContain(`4 records, ${events} events · root <code>${root}</code>`);
    expect(read(out, 'report.html')).toContain(root);
  });

  it('are verified against the root that was published', () => {
    expect(verified(out, { head: readRoot(out) }).code).toBe(0);
    const other = verified(out, { head: '0'.repeat(64) });
    expect(other.code).toBe(1);
    expect(faultsOf(other)).toEqual([`the root over its attempts is ${readRoot(out)}, published is ${'0'.repeat(64)}`]);
  });

  it('are the same for the merged report of their folder', async () => {
    const merged = join(givenRoom(), 'merged');
    const said = { log() {}, error() {}, terminal: { columns: 80 }, origin: {} } as unknown as CommandContext;
    await reportResults(
      {
        folders: [out],
        out: merged,
        json: true,
        commit: null,
        run_url: null,
        allow_mixed_versions: false,
        allow_missing_records: false,
        verify: true,
        tell_unverified: false,
      },
      said,
      room,
    );
    expect(readRoot(merged)).toBe(readRoot(out));
    expect(read(merged, 'attestation', 'heads.jsonl')).toBe(read(out, 'attestation', 'heads.jsonl'));
  });
});

describe('completeness of a folder under its root', () => {
  const removeLine = (file: string, at: number) => {
    const lines = read(file).trimEnd().split('\n');
    lines.splice(at, 1);
    writeFileSync(file, `${lines.join('\n')}\n`);
  };

  it('names an attempt that was removed with its line', () => {
    const folder = givenCopy();
    const [gone] = listIds(folder);
    rmSync(join(folder, 'runs', gone!), { recursive: true });
    const lines = read(folder, 'results.jsonl').trimEnd().split('\n');
    writeFileSync(
      join(folder, 'results.jsonl'),
      lines.filter((line) => JSON.parse(line).attempt_id !== gone).join('\n'),
    );
    for (const file of ['plan.json', 'schedule.jsonl']) rmSync(join(folder, file));
    const said = verified(folder, { head: readRoot(out) });
    expect(said.code).toBe(1);
    expect(faultsOf(said)).toContain(
      `attempt ${gone} is missing: attestation/heads.jsonl has it, results.jsonl has not`,
    );
    expect(faultsOf(said).at(-1)).toMatch(
      /published is [0-9a-f]{64}; attestation\/heads.jsonl has the published root$/,
    );
  });

  it('names an attempt that the list of heads has not', () => {
    const folder = givenCopy();
    const [extra] = listIds(folder);
    removeLine(join(folder, 'attestation', 'heads.jsonl'), 0);
    const said = verified(folder, { head: readRoot(out) });
    expect(said.code).toBe(1);
    expect(faultsOf(said)).toContain(
      `attempt ${extra} is extra: results.jsonl has it, attestation/heads.jsonl has not`,
    );
  });

  it('names an attempt that is listed twice', () => {
    const folder = givenCopy();
    const file = join(folder, 'attestation', 'heads.jsonl');
    const [first] = read(file).split('\n');
    writeFileSync(file, `${first}\n${read(file)}`);
    expect(faultsOf(verified(folder))).toContain(
      `attestation/heads.jsonl:2:1  attempt ${JSON.parse(first!).attempt_id} is there twice`,
    );
  });

  it('names an attempt whose head was exchanged in the list', () => {
    const folder = givenCopy();
    const file = join(folder, 'attestation', 'heads.jsonl');
    writeFileSync(file, read(file).replace(/"head":"[0-9a-f]{64}"/, `"head":"${'a'.repeat(64)}"`));
    expect(faultsOf(verified(folder))).toContainEqual(
      expect.stringMatching(
        /^attempt task-\S+ was exchanged: its head is [0-9a-f]{64}, attestation\/heads.jsonl has a{64}$/,
      ),
    );
  });

  it.each([
    ['counts other attempts', /"attempts": 4/, '"attempts": 5', /statement.json is about root/],
    ['is no statement', /"_type"/, '"type"', /statement.json is missing, or no statement/],
  ])('says so when its statement %s', (_, from, to, fault) => {
    const folder = givenCopy();
    const file = join(folder, 'attestation', 'statement.json');
    writeFileSync(file, read(file).replace(from, to));
    expect(faultsOf(verified(folder))).toEqual([expect.stringMatching(fault)]);
  });
});

describe('inclusion of one attempt', () => {
  const givenProof = (attempt_id: string) => {
    const file = join(givenRoom(), 'proof.json');
    const { code, lines } = verified(out, { prove: attempt_id });
    expect(code).toBe(0);
    writeFileSync(file, lines.join('\n'));
    return file;
  };

  it('is proven by its record, the proof and the published root alone', () => {
    for (const id of listIds(out)) {
      const proof = givenProof(id);
      const run = join(givenRoom(), 'alone');
      cpSync(join(out, 'runs', id), run, { recursive: true });
      expect(verified(run, { proof, head: readRoot(out) }).code).toBe(0);
      expect(verified(run, { proof, head: 'f'.repeat(64) }).code).toBe(1);
    }
  });

  it('is refuted for the record of another attempt', () => {
    const [one, two] = listIds(out);
    const said = verified(join(out, 'runs', two!), { proof: givenProof(one!), head: readRoot(out) });
    expect(said.code).toBe(1);
    expect(faultsOf(said)[0]).toBe(`the proof is about attempt ${one}, the record about ${two}`);
  });

  it('is refuted when a hash of the path was changed', () => {
    const [one] = listIds(out);
    const proof = givenProof(one!);
    const changed = readJson(proof);
    changed.path[0] = '0'.repeat(64);
    writeFileSync(proof, JSON.stringify(changed));
    expect(faultsOf(verified(join(out, 'runs', one!), { proof, head: readRoot(out) }))).toEqual([
      'the path of the proof does not lead to its root',
    ]);
  });

  it('needs a folder to prove from, and a published root', () => {
    const [one] = listIds(out);
    const run = join(out, 'runs', one!);
    expect(() => verified(run, { prove: one! })).toThrow('--prove is for one output folder');
    expect(() => verified(run, { proof: 'x' })).toThrow('--proof needs the root that was published');
    expect(() => verified(out, { proof: 'x', head: 'f'.repeat(64) })).toThrow('--proof is for one run directory');
    for (const place of [run, out])
      expect(() => verified(place, { head: 'deadbeef' })).toThrow('--head: "deadbeef" is no hash');
    expect(() => verified(out, { prove: 'nobody' })).toThrow('has no result of the attempt nobody');
    const broken = join(givenRoom(), 'broken.json');
    writeFileSync(broken, '{"schema":1,\n "attempt": 3}');
    expect(() => verified(run, { proof: broken, head: 'f'.repeat(64) })).toThrow(/broken\.json:2:13/);
  });
});

describe('a signed attestation of a folder', () => {
  const signing = givenSigning();
  const signer = 'https://github.com/acme/shop/*';
  /** Signs what a folder has to sign, as a workflow does, and verifies a folder with it. */
  function attested(of: string, folder: string, more: Partial<VerifyOptions> = {}): Said {
    const files = givenRoom();
    const bundle = join(files, 'bundle.jsonl');
    const trusted_root = join(files, 'root.jsonl');
    writeFileSync(bundle, `${JSON.stringify(signing.signStatement(readJson(of, 'attestation', 'statement.json')))}\n`);
    writeFileSync(trusted_root, `${JSON.stringify(signing.trusted_root)}\n`);
    return verified(folder, { bundle, trusted_root, signer, issuer: ISSUER, ...more });
  }

  it('holds for the folder that was signed, and names the signer', () => {
    const { code, lines } = attested(out, out);
    expect([code, lines.at(-1)]).toEqual([0, `  signed by ${WORKFLOW}`]);
  });

  it('does not hold for a folder with other results, even if all its own lists agree', () => {
    const folder = givenCopy();
    const [gone] = listIds(folder);
    rmSync(join(folder, 'runs', gone!), { recursive: true });
    const lines = read(folder, 'results.jsonl').trimEnd().split('\n');
    const left = lines.filter((line) => JSON.parse(line).attempt_id !== gone);
    writeFileSync(join(folder, 'results.jsonl'), `${left.join('\n')}\n`);
    for (const file of ['plan.json', 'schedule.jsonl', 'attestation']) rmSync(join(folder, file), { recursive: true });
    expect(verified(folder).code).toBe(0);
    const { code, ...said } = attested(out, folder);
    expect(code).toBe(1);
    expect(faultsOf({ code, ...said })).toEqual([
      expect.stringMatching(/^the root over its attempts is [0-9a-f]{64}, published is [0-9a-f]{64}$/),
      'the signed statement is about another results.jsonl',
      'it has 3 attempts, the signed statement 4',
      expect.stringMatching(/^its attempts have \d+ events, those of the signed statement \d+$/),
    ]);
  });

  it('does not hold when another signed', () => {
    const said = attested(out, out, { signer: 'https://github.com/other/*' });
    expect([said.code, faultsOf(said)]).toEqual([
      1,
      [`attestation: it was signed by ${WORKFLOW}, not by https://github.com/other/*`],
    ]);
  });

  it('gives the root for the proof of one attempt', () => {
    const [one] = listIds(out);
    const proof = join(givenRoom(), 'proof.json');
    writeFileSync(proof, verified(out, { prove: one! }).lines.join('\n'));
    expect(attested(out, join(out, 'runs', one!), { proof }).code).toBe(0);
  });

  it('does not replace a root that is given as well: both must hold', () => {
    const head = '0'.repeat(64);
    expect(attested(out, out, { head: readRoot(out) }).code).toBe(0);
    const folder = attested(out, out, { head });
    expect([folder.code, faultsOf(folder)]).toEqual([
      1,
      [`the root over its attempts is ${readRoot(out)}, published is ${head}`],
    ]);
    const [one] = listIds(out);
    const proof = join(givenRoom(), 'proof.json');
    writeFileSync(proof, verified(out, { prove: one! }).lines.join('\n'));
    const run = join(out, 'runs', one!);
    const other = givenCopy();
    const statement = readJson(out, 'attestation', 'statement.json');
    statement.predicate.root = head;
    writeFileSync(join(other, 'attestation', 'statement.json'), JSON.stringify(statement));
    expect(attested(out, run, { proof, head: readRoot(out) }).code).toBe(0);
    const said = attested(other, run, { proof, head: readRoot(out) });
    expect([said.code, faultsOf(said)]).toEqual([
      1,
      [`the attestation is about root ${head}, --head is ${readRoot(out)}`],
    ]);
  });

  it('needs all that it is verified by, in readable files', () => {
    expect(() => verified(out, { bundle: 'x' })).toThrow('--bundle needs --trusted-root FILE');
    expect(() => verified(out, { bundle: 'x', trusted_root: 'x' })).toThrow('--bundle needs --signer');
    expect(() => verified(out, { signer: 'x' })).toThrow('--trusted-root and --signer are for an attestation');
    const broken = join(givenRoom(), 'broken.json');
    writeFileSync(broken, '{\n "mediaType": "text/plain"\n}');
    expect(() => attested(out, out, { bundle: broken })).toThrow(
      /broken\.json:2:15 {2}mediaType: is no Sigstore bundle/,
    );
  });
});
