import { Group, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

import { IconButton } from '../../components/IconButton';
import { usePageShortcuts } from '../../components/pageShortcuts';
import { counted, plain } from '../../number';
import type { Find } from './useFind';

interface FindBoxProps {
  find: Find;
  /** How many rows are looked at. */
  loaded: number;
}

/** Looks for a text in the rows that are loaded; Enter leads from one to the next. */
export function FindBox({ find, loaded }: FindBoxProps) {
  const [isOpen, setOpen] = useState(false);
  usePageShortcuts([{ keys: 'f', name: 'Find in the loaded rows', run: () => setOpen(true) }]);
  const close = () => {
    find.setText('');
    setOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    // The open row stays open.
    event.preventDefault();
    close();
  };
  if (!isOpen) return <IconButton icon="search" name="Find in rows" keys="f" onClick={() => setOpen(true)} />;
  return (
    <Group gap={4} wrap="nowrap" role="search" aria-label="Find in rows">
      <TextInput
        ref={focusFirst}
        w={{ base: 130, sm: 180 }}
        aria-label="Find in the loaded rows"
        placeholder={`Find in ${counted(loaded, 'row')}`}
        value={find.text}
        onChange={(event) => find.setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <span role="status" style={{ whiteSpace: 'nowrap' }}>
        {find.text !== '' && foundWords(find)}
      </span>
      <IconButton icon="up" name="Previous match" keys="Shift+Enter" onClick={() => find.step(-1)} />
      <IconButton icon="down" name="Next match" keys="Enter" onClick={() => find.step(1)} />
      <IconButton icon="close" name="Close find" keys="Esc" onClick={close} />
    </Group>
  );
}

/** The box was asked for to type into. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.focus();
}

function foundWords({ count, number }: Find): string {
  return count === 0 ? 'No rows' : `${plain(number)} of ${counted(count, 'row')}`;
}
