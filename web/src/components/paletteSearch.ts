/** More entries than this are not looked at. */
const entriesMax = 60;

interface Named {
  name: string;
  group: string;
}

/** The entries that have every word of a text, those that begin with it first. */
export function findEntries<Entry extends Named>(entries: Entry[], text: string, max = entriesMax): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => {
    const whole = `${entry.name} ${entry.group}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const first = words[0] ?? '';
  return found.toSorted((one, other) => Number(begins(other, first)) - Number(begins(one, first))).slice(0, max);
}

function begins(entry: Named, word: string): boolean {
  return entry.name.toLowerCase().startsWith(word);
}
