import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const typingMs = 300;

/** The text of a box that somebody else keeps, who hears of it once it stays for a moment, and may change it. */
export function useTypedFind(kept: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [settled] = useDebouncedValue(text, typingMs);
  const known = useRef(kept);
  const settle = useRef(onSettled);
  useEffect(() => {
    settle.current = onSettled;
  });
  useEffect(() => {
    if (kept === known.current) return;
    known.current = kept;
    setText(kept);
  }, [kept]);
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    settle.current(settled);
  }, [settled]);
  return [text, setText];
}
