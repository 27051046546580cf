import { Kbd, Modal, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';

import { Icon, type IconName } from './Icon';
import { findEntries } from './paletteSearch';
import classes from './Palette.module.css';
import { useOptions } from './useOptions';

/** Something that the palette can do. */
export interface PaletteEntry {
  id: string;
  name: string;
  group: string;
  icon: IconName;
  keys?: string;
  /** It comes before those that are found by their names. */
  isFirst?: boolean;
  run: () => void;
}

interface PaletteProps {
  entries: PaletteEntry[];
  /** What can be done with the text itself. */
  typed: (text: string) => PaletteEntry[];
  isOpen: boolean;
  onClose: () => void;
}

/** A field that finds pages, saved things, senders and actions by a few letters, and opens ids. */
export function Palette({ isOpen, onClose, ...found }: PaletteProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} padding={0} size={560} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <Finder {...found} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder({ entries, typed, onClose }: Omit<PaletteProps, 'isOpen'>) {
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const ways = typed(text);
    const named = findEntries(entries, text);
    return [...ways.filter(({ isFirst }) => isFirst), ...named, ...ways.filter(({ isFirst }) => !isFirst)];
  }, [entries, text, typed]);
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const { listId, at: chosen, choose, optionId, field } = useOptions(found.length, (at) => run(found[at]));
  return (
    <div className={classes.palette}>
      <TextInput
        data-autofocus
        variant="unstyled"
        className={classes.field}
        placeholder="Search pages, dashboards, alerts, services, metrics and ids…"
        aria-label="Command"
        {...field}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          choose(0);
        }}
      />
      <div id={listId} role="listbox" aria-label="Commands" className={classes.list}>
        {found.map((entry, at) => (
          <Option
            key={entry.id}
            id={optionId(at)}
            entry={entry}
            isChosen={at === chosen}
            onPoint={() => choose(at)}
            onRun={() => run(entry)}
          />
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, entry, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // The field above keeps the focus and the keys; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <Icon name={entry.icon} />
      <span className={classes.name}>{entry.name}</span>
      <span className={classes.group}>{entry.group}</span>
      {entry.keys !== undefined && <Kbd size="xs">{entry.keys}</Kbd>}
    </div>
  );
}
