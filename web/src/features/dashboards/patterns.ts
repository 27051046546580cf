/** What stands in a pattern for texts that differ. */
const blank = /<[\w-]+>/;

/** A condition that events of a pattern meet: the words between what differs, as phrases. */
export function patternWords(pattern: string): string {
  const phrases: string[][] = [[]];
  for (const word of pattern.split(/\s+/)) {
    if (blank.test(word)) phrases.push([]);
    else if (/\w/.test(word)) phrases.at(-1)?.push(word);
  }
  return phrases
    .filter((words) => words.length > 0)
    .map((words) => `"${words.join(' ').replaceAll(/["\\]/g, String.raw`\$&`)}"`)
    .join(' ');
}
