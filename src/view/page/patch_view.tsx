import type { PatchRemark } from '../model/attempt_page_data.js';
import type { PatchFile, PatchLine } from '../model/parse_patch_files.js';

/** Files of a patch, with remarks on their lines. Large files are folded. */
export function PatchView({ files, remarks }: { files: readonly PatchFile[]; remarks: readonly PatchRemark[] }) {
  const general = remarks.filter((remark) => !files.some((file) => findLine(file, remark) !== undefined));
  return (
    <>
      {general.length > 0 && (
        <ul class="remarks">
          {general.map((remark, i) => (
            <Remark remark={remark} key={i} />
          ))}
        </ul>
      )}
      {files.map((file) => (
        <PatchFileView file={file} remarks={remarks} key={file.path} />
      ))}
    </>
  );
}

/** Finds the line of a file that a remark is about. */
function findLine({ path, lines }: PatchFile, { patch_line, line, path: place }: PatchRemark): PatchLine | undefined {
  if (patch_line !== undefined) return lines.find(({ number }) => number === patch_line);
  if (line === undefined || place !== path) return undefined;
  return lines.find(({ new_line, kind }) => new_line === line && kind !== '@');
}

function Remark({ remark: { text, tone, path, line } }: { remark: PatchRemark }) {
  return (
    <li class={tone}>
      {text}{' '}
      {path !== '' && (
        <code>
          {path}
          {line === undefined ? '' : `:${line}`}
        </code>
      )}
    </li>
  );
}

/** One file of a patch. */
export function PatchFileView({ file, remarks }: { file: PatchFile; remarks: readonly PatchRemark[] }) {
  const { path, added, deleted, lines, left_out } = file;
  const noted = new Map<PatchLine, PatchRemark[]>();
  for (const remark of remarks) {
    const line = findLine(file, remark);
    if (line !== undefined) noted.set(line, [...(noted.get(line) ?? []), remark]);
  }
  return (
    <details class="patch" open={lines.length <= 400 || noted.size > 0}>
      <summary>
        <code>{path}</code> <span class="good">+{added}</span> <span class="bad">−{deleted}</span>
        {noted.size > 0 && <span class="doubt"> {noted.size} remarks</span>}
      </summary>
      <div class="scroll" tabIndex={0} role="group" aria-label={`Change of ${path}`}>
        <table class="diff">
          <tbody>
            {lines.map((line) => (
              <PatchRow line={line} remarks={noted.get(line) ?? []} key={line.number} />
            ))}
          </tbody>
        </table>
      </div>
      {left_out > 0 && <p class="quiet">{left_out} more lines are in patch.diff</p>}
    </details>
  );
}

const LINE_CLASSES: Record<PatchLine['kind'], string> = { '+': 'added', '-': 'deleted', '@': 'hunk', ' ': '' };

function PatchRow({ line: { kind, text, old_line, new_line }, remarks }: { line: PatchLine; remarks: PatchRemark[] }) {
  return (
    <>
      <tr class={LINE_CLASSES[kind]}>
        <td class="number">{old_line ?? ''}</td>
        <td class="number">{new_line ?? ''}</td>
        <td class="sign">{kind === '@' ? '' : kind}</td>
        <td class="code">{text}</td>
      </tr>
      {remarks.map(({ text: said, tone }, i) => (
        <tr class="remark" key={i}>
          <td colSpan={3} />
          <td class={tone}>{said}</td>
        </tr>
      ))}
    </>
  );
}
