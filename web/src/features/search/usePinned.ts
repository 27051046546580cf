import { useLocalStorage } from '@mantine/hooks';

import type { Source } from '../../api/stack.gen';

/** The facets of a source that stay at the top; the browser remembers them. */
export function usePinned(source: Source) {
  const [kept, setKept] = useLocalStorage<unknown>({
    key: `cairn-pinned-facets-${source.id}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const pinned = Array.isArray(kept) ? kept : none;
  return {
    pinned,
    togglePin: (name: string) =>
      setKept(pinned.includes(name) ? pinned.filter((one) => one !== name) : [...pinned, name]),
  };
}

const none: string[] = [];
