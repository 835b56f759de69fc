import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { handRatio, meantBudget } from './budget-scale.ts';
import type { Place } from './draw-entries.ts';
import { beginGesture, drawn, type Gesture, moveGesture } from './gesture.ts';
import { MARGIN, type PictureFrame, reachOf, strideOf, updateAtX } from './picture-frame.ts';
import type { WeatherEntry } from './weather-entries.ts';
import type { WeatherTool } from './weather-tools.ts';

/** Pixels by which a hand may miss what it wants to erase. */
export const ERASER_PX = 6;

export interface DrawingParts {
  readonly frame: PictureFrame;
  readonly tool: WeatherTool;
  readonly entries: readonly WeatherEntry[];
  readonly ownMiB: number;
  /** Budgets that draw the hand to them. */
  readonly marksMiB: readonly number[];
  readonly failAllocations: number;
  readonly onChange: (entries: readonly WeatherEntry[]) => void;
}

export interface Drawing {
  /** What the weather becomes when the pointer is let go; undefined while nothing is drawn. */
  readonly draft: readonly WeatherEntry[] | undefined;
  /** The frame that the pointer was put down in: it stands still while something is drawn. */
  readonly frame: PictureFrame;
  /** Where the pointer is; undefined outside. */
  readonly place: Place | undefined;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
  };
}

interface Held {
  readonly gesture: Gesture;
  readonly frame: PictureFrame;
}

/** Draws with mouse, pen or finger: one gesture from the press to the release; Escape drops it. */
export function useDrawing(parts: DrawingParts): Drawing {
  const { tool, entries, ownMiB, marksMiB, failAllocations, onChange } = parts;
  // What the pointer has drawn is read again before the page is drawn again: a reference, and a number that redraws.
  const held = useRef<Held>(undefined);
  const [, setLook] = useState(0);
  const [place, setPlace] = useState<Place>();
  const frame = held.current?.frame ?? parts.frame;
  const hold = (next: Held | undefined) => {
    held.current = next;
    setLook((look) => look + 1);
  };
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !held.current) return;
      held.current = undefined;
      setLook((look) => look + 1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const read = ({ gesture, frame: at }: Held) => {
    return drawn(gesture, entries, {
      ...precisionOf(at),
      ownMiB,
      updates: at.updates,
      reach: reachOf(at, ERASER_PX),
      failAllocations,
    });
  };
  const move = (to: Place) => {
    const now = held.current;
    setPlace(to);
    if (now) hold({ ...now, gesture: moveGesture(now.gesture, to, precisionOf(now.frame)) });
  };
  return {
    draft: held.current && read(held.current),
    frame,
    place,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || held.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const begin = placeOf(event, frame, marksMiB);
        setPlace(begin);
        hold({ gesture: beginGesture(tool, begin), frame });
      },
      onPointerMove: (event) => move(placeOf(event, frame, marksMiB)),
      onPointerUp: (event) => {
        if (!held.current) return;
        move(placeOf(event, frame, marksMiB));
        const after = read(held.current);
        hold(undefined);
        onChange(after);
      },
      onPointerCancel: () => hold(undefined),
      onPointerLeave: () => setPlace(undefined),
    },
  };
}

/** What a hand can tell apart in a picture. */
function precisionOf({ scale, updates }: PictureFrame) {
  return { handRatio: handRatio(scale), stride: strideOf(updates) };
}

/** What the pointer means: the update it stands in, and a round budget close to it. The element is as wide as the plot. */
function placeOf(
  { clientX, clientY, currentTarget }: PointerEvent<HTMLElement>,
  frame: PictureFrame,
  marksMiB: readonly number[],
): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return {
    update: updateAtX(frame, clientX - left),
    budgetMiB: meantBudget(frame.scale, clientY - top - MARGIN.top, marksMiB),
  };
}
