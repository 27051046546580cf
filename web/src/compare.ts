const collator = new Intl.Collator('en', { numeric: true });

/** The order of names in every list: that of the alphabet, with numbers in them by their size, so that t2 comes before t10. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}
