/** What the width of a column follows from. */
export interface Sized {
  isNumber?: boolean;
  /** Never shortened, such as a time, a state or buttons. */
  isWhole?: boolean;
  /** In pixels; the column takes a part of what is left without one. */
  width?: number;
}

/** What of a text can be told apart; the style sheet has it, as it goes by the room of the table. */
const textMin = 'var(--text-min)';

/** The tracks of a table: texts give way, what is read by its digits has the room that it needs. */
export function tracksOf(columns: Sized[]): string {
  return columns.map(trackOf).join(' ');
}

function trackOf({ width, ...column }: Sized): string {
  return `minmax(${isShortened(column) ? textMin : 'max-content'}, ${width === undefined ? 'auto' : `${width}px`})`;
}

/** Says whether the texts of a column end in an ellipsis where they have no room. */
export function isShortened({ isNumber = false, isWhole = false }: Omit<Sized, 'width'>): boolean {
  return !isNumber && !isWhole;
}
