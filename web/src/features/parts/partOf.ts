/** So many rows of a long list are shown at first, and added at a time. */
export const partRows = 25;

/** What of a list is shown: those that have the text, and no more than so many of them. */
export function partOf<Item>(
  list: Item[],
  find: string,
  textOf: (item: Item) => string,
  most: number,
): { shown: Item[]; found: number } {
  const wanted = find.trim().toLowerCase();
  const found = wanted === '' ? list : list.filter((item) => textOf(item).toLowerCase().includes(wanted));
  return { shown: found.slice(0, most), found: found.length };
}
