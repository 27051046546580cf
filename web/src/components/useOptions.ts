import { useId, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';

interface Options {
  /** The id of the list. */
  listId: string;
  /** The place of the chosen option. */
  at: number;
  choose: (at: number) => void;
  optionId: (at: number) => string;
  /** For the field above the list, which keeps the focus and the keys. */
  field: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'role' | 'aria-expanded' | 'aria-controls' | 'aria-activedescendant' | 'onKeyDown'
  >;
}

/** A list of options below a field: arrow keys go through them, and Enter takes the chosen one. */
export function useOptions(count: number, onEnter: (at: number) => void): Options {
  const [chosen, choose] = useState(0);
  const listId = useId();
  const at = Math.max(0, Math.min(chosen, count - 1));
  const optionId = (place: number) => `${listId}-${place}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (count === 0) return;
    if (event.key === 'Enter') onEnter(at);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (at + step + count) % count;
    choose(next);
    document.querySelector(`#${CSS.escape(optionId(next))}`)?.scrollIntoView({ block: 'nearest' });
  };
  const field = {
    role: 'combobox',
    'aria-expanded': count > 0,
    'aria-controls': count > 0 ? listId : undefined,
    'aria-activedescendant': count > 0 ? optionId(at) : undefined,
    onKeyDown,
  } as const;
  return { listId, at, choose, optionId, field };
}
