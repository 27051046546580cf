import { useState, type FocusEvent, type PointerEvent, type UIEvent } from 'react';

/**
 * Notices that somebody reads rows that could move away: they point at them,
 * have scrolled down, or walk through them by keyboard.
 */
export function useReading() {
  const [isPointing, setPointing] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const [isWalking, setWalking] = useState(false);
  return {
    isReading: isPointing || isScrolled || isWalking,
    /** For the element around the rows. */
    watch: {
      // A finger points only while it touches.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointing(pointerType !== 'touch'),
      onPointerLeave: () => setPointing(false),
      onScrollCapture: ({ target }: UIEvent) => target instanceof HTMLElement && setScrolled(target.scrollTop > 0),
      onFocus: ({ target }: FocusEvent) => setWalking(target.matches(':focus-visible')),
      onBlur: () => setWalking(false),
    },
  };
}
