import { decodeSafetensors } from './decode-safetensors.ts';
import { Refusal } from './refusal.ts';
import type { Safetensors } from './safetensors.ts';

/** The arrays and the metadata of a file that may be anything. */
export function readTensors(bytes: Uint8Array<ArrayBuffer>): Safetensors {
  const decoded = decodeSafetensors(bytes);
  if (decoded.type === 'read') return decoded.content;
  const { code, detail } = decoded.problem;
  if (code === 'truncated') throw new Refusal({ type: 'truncated', detail });
  // Of a header that cannot be read it is not known whose it was.
  const isForeign = code === 'header-not-json' || code === 'header-too-large' || code === 'unsupported-type';
  throw new Refusal({ type: isForeign ? 'foreign' : 'changed', detail });
}
