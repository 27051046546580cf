import { useEffect, useState } from 'react';

const tickMs = 10_000;

/** The present, moved on now and then so that relative times stay true. */
export function useNow(everyMs = tickMs): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
