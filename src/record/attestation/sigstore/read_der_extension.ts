/** Element of DER: tag, content, and the offset behind it. */
interface DerElement {
  tag: number;
  content: Buffer;
  end: number;
}

/** Reads the element at an offset; undefined if it is cut off or of indefinite length. */
function readElement(der: Buffer, at: number): DerElement | undefined {
  const [tag, first] = [der[at], der[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  const bytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || bytes > 4 || at + 2 + bytes > der.length) return undefined;
  const length = bytes === 0 ? first : der.readUIntBE(at + 2, bytes);
  const start = at + 2 + bytes;
  return start + length > der.length
    ? undefined
    : { tag, content: der.subarray(start, start + length), end: start + length };
}

/** Reads the elements that stand one after another; undefined if one cannot be read. */
function readElements(der: Buffer): DerElement[] | undefined {
  const elements: DerElement[] = [];
  for (let at = 0; at < der.length; ) {
    const element = readElement(der, at);
    if (element === undefined) return undefined;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** Tags of DER: of extensions in a certificate, of a sequence, an object identifier and a string of bytes. */
const [EXTENSIONS, SEQUENCE, OBJECT_ID, OCTETS] = [0xa3, 0x30, 0x06, 0x04];

/**
 * Reads the value of an extension of an X.509 certificate.
 *
 * @param certificate in DER
 * @param id dotted object identifier
 * @returns undefined if the certificate has no such extension, has it twice, or is not readable
 */
export function readDerExtension(certificate: Buffer, id: string): Buffer | undefined {
  const body = readElement(certificate, 0)?.content;
  const signed = body && readElement(body, 0)?.content;
  const wrapped = signed && readElements(signed)?.find(({ tag }) => tag === EXTENSIONS)?.content;
  const list = wrapped && readElement(wrapped, 0)?.content;
  const wanted = encodeObjectId(id);
  const values = (list && readElements(list))?.flatMap(({ tag, content }) => {
    const parts = tag === SEQUENCE ? readElements(content) : undefined;
    const [name, value] = [parts?.[0], parts?.at(-1)];
    return name?.tag === OBJECT_ID && name.content.equals(wanted) && value?.tag === OCTETS ? [value.content] : [];
  });
  return values?.length === 1 ? values[0] : undefined;
}

function encodeObjectId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
  return Buffer.from([first * 40 + second, ...rest.flatMap(encodeArc)]);
}

/** Encodes a number in groups of seven bits, all but the last with the high bit. */
function encodeArc(arc: number): number[] {
  const groups = [arc % 128];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift(128 + (left % 128));
  return groups;
}
