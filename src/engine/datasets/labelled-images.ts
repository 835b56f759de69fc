import type { IdxArray } from './idx.ts';

/**
 * What keeps images and labels of two IDX files from being one split: counts that differ, no example, a label that is no
 * class. In words, to follow "expected" and "found"; nothing where they fit.
 *
 * @param images [examples, …]
 * @param labels [examples]
 */
export function labelledImagesProblem(
  images: IdxArray,
  labels: IdxArray,
  classes: number,
): { readonly status: 'unexpected'; readonly expected: string; readonly found: string } | undefined {
  const [imageCount = 0] = images.shape;
  const [labelCount = 0] = labels.shape;
  const count = (examples: number) => examples.toLocaleString('en-US');
  if (imageCount !== labelCount) {
    return {
      status: 'unexpected',
      expected: `${count(imageCount)} labels, one for each image`,
      found: count(labelCount),
    };
  }
  if (labelCount === 0) return { status: 'unexpected', expected: 'at least one example', found: 'none' };
  const wrong = labels.data.findIndex((label) => label >= classes);
  if (wrong < 0) return undefined;
  return {
    status: 'unexpected',
    expected: `labels 0 to ${classes - 1}`,
    found: `${labels.data[wrong]} as the label of example ${count(wrong)}`,
  };
}
