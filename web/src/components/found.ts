/** A part of a text, and whether it is what was looked for. */
export interface FoundPart {
  text: string;
  isFound: boolean;
}

/** Cuts a text at what is looked for in it, in any letter case. */
export function cutAt(text: string, wanted: string): FoundPart[] {
  const low = text.toLowerCase();
  const word = wanted.toLowerCase();
  // Letters whose small form is longer would move the places.
  if (word === '' || low.length !== text.length) return [{ text, isFound: false }];
  const parts: FoundPart[] = [];
  let from = 0;
  for (let at = low.indexOf(word); at !== -1; at = low.indexOf(word, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isFound: false });
    from = at + word.length;
    parts.push({ text: text.slice(at, from), isFound: true });
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), isFound: false });
  return parts;
}

/** The places of the rows that show what is looked for in one of their cells. */
export function placesOf<Row>(rows: Row[], textsOf: (row: Row) => string[], wanted: string): number[] {
  const word = wanted.toLowerCase();
  if (word === '') return [];
  return rows.flatMap((row, at) => (textsOf(row).some((text) => text.toLowerCase().includes(word)) ? [at] : []));
}
