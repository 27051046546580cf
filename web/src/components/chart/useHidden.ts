import { useCallback, useState } from 'react';

/** The series of a chart that a person has switched off in its legend. */
export function useHidden(): [ReadonlySet<string>, (name: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = useCallback((name: string) => {
    setHidden((before) => {
      const after = new Set(before);
      if (!after.delete(name)) after.add(name);
      return after;
    });
  }, []);
  return [hidden, toggle];
}
