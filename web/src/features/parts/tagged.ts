import { compareNames } from '../../compare';

/** Something with a name and tags. */
interface Tagged {
  name: string;
  tags?: string[];
}

/** What a list is narrowed to. */
export interface Narrowing {
  text: string;
  tag: string;
}

/** As the API keeps tags: without spaces around them, blank ones and repeats. */
export function tidyTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** All tags of a list, in the order of the alphabet. */
export function tagsOf(list: Tagged[]): string[] {
  return [...new Set(list.flatMap(({ tags = [] }) => tags))].toSorted(compareNames);
}

/** Those with a text in their name or tags, and with the tag, when there is one. */
export function matching<Item extends Tagged>(list: Item[], { text, tag }: Narrowing): Item[] {
  const wanted = text.trim().toLowerCase();
  return list.filter(({ name, tags = [] }) => {
    const isFound = wanted === '' || [name, ...tags].some((one) => one.toLowerCase().includes(wanted));
    return isFound && (tag === '' || tags.includes(tag));
  });
}
