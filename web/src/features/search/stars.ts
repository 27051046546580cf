import { useKeptList } from './useKeptList';

/** The saved searches that somebody has starred. */
export function useStars() {
  const [stars, toggleStar] = useKeptList('cairn-starred-searches');
  return { stars, toggleStar };
}

/** Starred ones before all others, which stay in their order. */
export function starsFirst<Item extends { id: string }>(items: Item[], stars: string[]): Item[] {
  return items.toSorted((one, other) => Number(stars.includes(other.id)) - Number(stars.includes(one.id)));
}
