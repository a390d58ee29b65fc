/** Width and height of an image, in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Maximum width and height of an image that a provider accepts. */
const MOST_PIXELS = 100_000;

/**
 * Reads the size of a PNG, GIF, JPEG or WebP from its first bytes.
 *
 * @returns undefined for other formats, or if the size is missing
 */
export function readImageSize(bytes: Buffer): ImageSize | undefined {
  const size = readPngSize(bytes) ?? readGifSize(bytes) ?? readWebpSize(bytes) ?? readJpegSize(bytes);
  if (size === undefined) return undefined;
  const { width, height } = size;
  return width > 0 && height > 0 && width <= MOST_PIXELS && height <= MOST_PIXELS ? size : undefined;
}

function readPngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function readWebpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Returns true for markers of frames: C0 to CF without tables (C4), extensions (C8) and conditioning (CC). */
const isFrameMarker = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let offset = 2; offset + 9 < bytes.length; ) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes.readUInt8(offset + 1);
    if (marker === 0xff) offset += 1;
    else if (isFrameMarker(marker))
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    else offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}
