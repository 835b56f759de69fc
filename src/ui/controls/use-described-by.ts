import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ties an input to the element that says what is wrong with it, for people who do not see them stand together. Not a
 * property of the input: Mantine's inputs overwrite `aria-describedby` with what they render themselves.
 *
 * @param id of the describing element; undefined while there is none
 */
export function useDescribedBy(id: string | undefined): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (id === undefined) ref.current?.removeAttribute('aria-describedby');
    else ref.current?.setAttribute('aria-describedby', id);
  }, [id]);
  return ref;
}
