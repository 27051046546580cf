import { useLocalStorage } from '@mantine/hooks';

const none: string[] = [];

/** A list that the browser remembers, and a way to put something into it or to take it out. */
export function useKeptList(key: string): [kept: string[], toggle: (one: string) => void] {
  const [kept, setKept] = useLocalStorage<unknown>({ key, defaultValue: none, getInitialValueInEffect: false });
  const list: string[] = Array.isArray(kept) ? kept : none;
  return [list, (one) => setKept(toggled(list, one))];
}

/** Puts something into a list, or takes it out. */
export function toggled(list: string[], one: string): string[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}
