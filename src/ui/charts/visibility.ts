import { createContext, type RefObject, useEffect, useMemo, useRef } from 'react';

/** Whether a part of the page is on screen, or about to be. */
export interface Visibility {
  readonly isVisible: boolean;
  /** Calls back when it comes on screen. */
  onShow(listener: () => void): () => void;
}

const ALWAYS_VISIBLE: Visibility = { isVisible: true, onShow: () => () => undefined };

/** Charts that are scrolled away are not redrawn: a run can be watched on a phone, where one chart fills the screen. */
export const VisibilityContext = createContext<Visibility>(ALWAYS_VISIBLE);

/** How far outside the window counts as visible, so that a chart is up to date before it scrolls in. */
const MARGIN = '200px';

class ObservedVisibility implements Visibility {
  isVisible = true;
  private readonly listeners = new Set<() => void>();

  onShow(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(isVisible: boolean): void {
    const comesIntoView = isVisible && !this.isVisible;
    this.isVisible = isVisible;
    if (comesIntoView) for (const listener of this.listeners) listener();
  }
}

/** The visibility of the element that takes `ref`. */
export function useVisibility<E extends Element>(): {
  readonly ref: RefObject<E | null>;
  readonly visibility: Visibility;
} {
  const ref = useRef<E>(null);
  const visibility = useMemo(() => new ObservedVisibility(), []);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => visibility.set(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [visibility]);
  return { ref, visibility };
}
