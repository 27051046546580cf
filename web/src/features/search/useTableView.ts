import { useLocalStorage } from '@mantine/hooks';

import type { Source } from '../../api/stack.gen';

/** How somebody wants to see the table; the browser remembers it, widths for each source. */
export interface TableView {
  isWrapped: boolean;
  setWrapped: (isWrapped: boolean) => void;
  widths: Record<string, number>;
  /** Null gives the usual width back. */
  setWidth: (column: string, width: number | null) => void;
}

export function useTableView(source: Source): TableView {
  const [isWrapped, setWrapped] = useLocalStorage({
    key: 'cairn-rows-wrapped',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [widths, setWidths] = useLocalStorage<Record<string, number>>({
    key: `cairn-column-widths-${source.id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readWidths,
  });
  return {
    isWrapped: isWrapped === true,
    setWrapped,
    widths,
    setWidth: (column, width) => setWidths((before) => withWidth(before, column, width)),
  };
}

/** More columns than this are not remembered; the oldest are forgotten first. */
const widthsMax = 100;

export function withWidth(before: Record<string, number>, column: string, width: number | null) {
  const others = Object.entries(before).filter(([key]) => key !== column);
  const all = width === null ? others : [...others, [column, width] as const];
  return Object.fromEntries(all.slice(-widthsMax));
}

/** Reads what the browser has kept; whatever is broken is left out. */
export function readWidths(kept: string | undefined): Record<string, number> {
  try {
    const read: unknown = JSON.parse(kept ?? '{}');
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(entries.filter(([, width]) => typeof width === 'number' && width > 0));
  } catch {
    return {};
  }
}
