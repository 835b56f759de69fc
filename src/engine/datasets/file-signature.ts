import { isTarStart } from './tar-files.ts';

type Signature = { readonly bytes: readonly number[]; readonly name: string };

/** Formats that are given by mistake, by their first bytes. */
const SIGNATURES: readonly Signature[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: 'a ZIP archive' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], name: 'an empty ZIP archive' },
  { bytes: [0x1f, 0x8b], name: 'gzip data' },
  { bytes: [0x42, 0x5a, 0x68], name: 'bzip2 data' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: 'xz data' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], name: 'a 7z archive' },
  { bytes: [0x52, 0x61, 0x72, 0x21], name: 'a RAR archive' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: 'a PNG image' },
  { bytes: [0xff, 0xd8, 0xff], name: 'a JPEG image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], name: 'a GIF image' },
  { bytes: [0x25, 0x50, 0x44, 0x46], name: 'a PDF document' },
  { bytes: [0x93, 0x4e, 0x55, 0x4d], name: 'a NumPy array' },
  { bytes: [0x89, 0x48, 0x44, 0x46], name: 'an HDF5 file' },
  // "PROTO" and a version, 2 or later.
  { bytes: [0x80, 0x02], name: 'a Python pickle' },
  { bytes: [0x80, 0x03], name: 'a Python pickle' },
  { bytes: [0x80, 0x04], name: 'a Python pickle' },
];

const SHOWN_BYTES = 4;

/** What the first bytes of a file say it is, to follow "found": "a ZIP archive", "an empty file", "bytes de ad be ef". */
export function describeFileStart(start: Uint8Array): string {
  if (start.length === 0) return 'an empty file';
  const known = SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte));
  if (known) return known.name;
  if (isTarStart(start)) return 'a tar archive';
  if (/^\s*<(?:!doctype|html|\?xml|head|body)/i.test(textOf(start))) return 'a web page';
  const shown = Array.from(start.subarray(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, '0'));
  return `bytes ${shown.join(' ')}`;
}

function textOf(start: Uint8Array): string {
  return new TextDecoder().decode(start.subarray(0, 64));
}
