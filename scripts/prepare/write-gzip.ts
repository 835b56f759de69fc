import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';

const OS_BYTE = 9;
const OS_UNKNOWN = 255;

/**
 * Writes `bytes` to `path` as gzip and prints sizes and digest. The gzip header carries no time, no name and no operating
 * system, so the same bytes give the same file again.
 */
export async function writeGzip(path: string, bytes: Uint8Array): Promise<void> {
  const compressed = gzipSync(bytes, { level: 9 });
  compressed[OS_BYTE] = OS_UNKNOWN;
  await writeFile(path, compressed);
  const digest = createHash('sha256').update(bytes).digest('hex');
  console.log(
    `${basename(path)}  ${compressed.length} bytes, ${bytes.length} decoded, sha256 of the decoded bytes ${digest}`,
  );
}
