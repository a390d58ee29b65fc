import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { unpackArchive } from '../../../src/workspace/snapshot/unpack_archive.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

it('an archive with NUL bytes in a name is refused before anything is unpacked', async () => {
  const file = join(givenRoom(), 'nul.tar.gz');
  writeFileSync(
    file,
    Buffer.from(
      'H4sIAAAAAAAAA+2WwQ6DIBBEOfcraHqHAUFO/Rh6skmjRDHx8xu8advYQ6Em7tvD7m1JhhmIXZAsMwDgrJ07gHV/M9fWOMZt7oMlxiH6ngEldu2Q2AXpRZxixh1J1NqYT/orVa31d1ZXjBfR5OD6+xMV1e/r3/ea+I6U/7d7K/uxzbZj8/1Xepn/CjCa8r8El/Ms/9CQYw9J8v8j846N/9/rrDRgGNe5g4mV87/SPPjYXIWQE1mNIIjd8QQ4HtBBDRIAAA==',
      'base64',
    ),
  );
  const asked = unpackArchive(file, write(join(givenRoom(), 'target'), {}), 0, 'contract.yml:7');
  await expect(asked).rejects.toThrow(UserError);
  await expect(asked).rejects.toThrow(/NUL byte/);
});
