import { useLocalStorage } from '@mantine/hooks';
import { useState, type CSSProperties } from 'react';

const limits = { min: 320, max: 1_600 };

/** The width of the panel beside the rows; the browser remembers it. */
export function usePanelWidth() {
  const [kept, setKept, forget] = useLocalStorage<number | null>({
    key: 'cairn-row-width',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const [dragged, setDragged] = useState<number | null>(null);
  const width = dragged ?? (typeof kept === 'number' ? kept : null);
  return {
    look: width === null ? {} : { style: { '--panel-width': `${width}px` } as CSSProperties },
    handle: {
      width,
      ...limits,
      onDrag: setDragged,
      onResize(next: number) {
        setDragged(null);
        setKept(next);
      },
      onReset: forget,
    },
  };
}
