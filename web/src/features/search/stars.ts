import { useLocalStorage } from '@mantine/hooks';

/** The saved searches that somebody has starred; the browser remembers them. */
export function useStars() {
  const [kept, setKept] = useLocalStorage<unknown>({
    key: 'cairn-starred-searches',
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const stars: string[] = Array.isArray(kept) ? kept : none;
  return { stars, toggleStar: (id: string) => setKept(toggled(stars, id)) };
}

const none: string[] = [];

/** Puts an id among the stars, or takes it out. */
export function toggled(stars: string[], id: string): string[] {
  return stars.includes(id) ? stars.filter((one) => one !== id) : [...stars, id];
}

/** Starred ones before all others, which stay in their order. */
export function starsFirst<Item extends { id: string }>(items: Item[], stars: string[]): Item[] {
  return items.toSorted((one, other) => Number(stars.includes(other.id)) - Number(stars.includes(one.id)));
}
