import { Kbd, Modal, TextInput } from '@mantine/core';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';

import { Icon, type IconName } from './Icon';
import { findEntries } from './paletteSearch';
import classes from './Palette.module.css';

/** Something that the palette can do. */
export interface PaletteEntry {
  id: string;
  name: string;
  group: string;
  icon: IconName;
  keys?: string;
  run: () => void;
}

interface PaletteProps {
  entries: PaletteEntry[];
  isOpen: boolean;
  onClose: () => void;
}

/** A field that finds pages, saved things and actions by a few letters. */
export function Palette({ entries, isOpen, onClose }: PaletteProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} padding={0} size={560} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <Finder entries={entries} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder({ entries, onClose }: Omit<PaletteProps, 'isOpen'>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const found = useMemo(() => findEntries(entries, text), [entries, text]);
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[chosen]);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || found.length === 0) return;
    event.preventDefault();
    const next = (chosen + step + found.length) % found.length;
    setChosen(next);
    document.querySelector(`#${CSS.escape(`${id}-${next}`)}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={classes.palette}>
      <TextInput
        data-autofocus
        variant="unstyled"
        className={classes.field}
        placeholder="Search pages, dashboards and commands…"
        aria-label="Command"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <div id={id} role="listbox" aria-label="Commands" className={classes.list}>
        {found.map((entry, at) => (
          <Option
            key={entry.id}
            id={`${id}-${at}`}
            entry={entry}
            isChosen={at === chosen}
            onPoint={() => setChosen(at)}
            onRun={() => run(entry)}
          />
        ))}
        {found.length === 0 && <div className={classes.none}>Nothing has that name.</div>}
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
