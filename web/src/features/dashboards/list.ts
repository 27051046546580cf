import type { Dashboard } from '../../api/stack.gen';

/** All tags that dashboards have, in the order of the alphabet. */
export function tagsOf(list: Dashboard[]): string[] {
  return [...new Set(list.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));
}

/** The dashboards with a text in their name or tags, and with the tag, when there is one. */
export function matching(list: Dashboard[], text: string, tag: string): Dashboard[] {
  const wanted = text.trim().toLowerCase();
  return list.filter(({ name, tags }) => {
    const isFound = wanted === '' || [name, ...tags].some((one) => one.toLowerCase().includes(wanted));
    return isFound && (tag === '' || tags.includes(tag));
  });
}
