import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

import { ErrorPanel } from '../../../components/ErrorPanel';
import { Icon } from '../../../components/Icon';
import { useOptions } from '../../../components/useOptions';
import type { NewTile } from '../board';
import { PreviewBox } from '../PreviewBox';
import { variablesOf, type Scope } from '../scope';
import type { LibraryEntry } from './entries';
import classes from './LibraryDialog.module.css';
import { useLibrary } from './useLibrary';

interface LibraryDialogProps {
  dashboardId: string;
  scope: Scope;
  onAdd: (tile: NewTile) => void;
  onClose: () => void;
}

/** Moving through the list by keys must not query every tile on the way. */
const restMs = 200;

/** Tiles to choose from: ready-made ones, and copies of those on other dashboards. */
export function LibraryDialog({ dashboardId, scope, onAdd, onClose }: LibraryDialogProps) {
  const [text, setText] = useState('');
  const { found, isLoading, error, retry } = useLibrary(dashboardId, text);
  const add = (entry: LibraryEntry | undefined) => {
    if (entry === undefined) return;
    onAdd(entry.tile);
    onClose();
  };
  const options = useOptions(found.length, (at) => add(found[at]));
  const chosen = found[options.at];
  return (
    <Modal
      opened
      onClose={onClose}
      title="Tile library"
      size="min(1120px, 94vw)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      yOffset="4vh"
    >
      <div className={classes.library}>
        <Stack gap="sm" className={classes.side}>
          <TextInput
            aria-label="Search tiles"
            placeholder="Name, type, source or dashboard"
            leftSection={<Icon name="search" />}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              options.choose(0);
            }}
            {...options.field}
            data-autofocus
          />
          {error !== null && <ErrorPanel title="Some tiles could not be loaded" error={error} onRetry={retry} />}
          {found.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {isLoading ? 'Loading tiles…' : 'No tile has all of these words.'}
            </Text>
          )}
          {found.length > 0 && (
            <div id={options.listId} role="listbox" aria-label="Tiles" className={classes.list}>
              {found.map((entry, at) => (
                <Option
                  key={entry.id}
                  id={options.optionId(at)}
                  entry={entry}
                  isChosen={at === options.at}
                  onChoose={() => options.choose(at)}
                />
              ))}
            </div>
          )}
        </Stack>
        <Stack gap="sm" className={classes.side}>
          <Preview entry={chosen} scope={scope} />
          <Group justify="flex-end" gap="sm" className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={chosen === undefined} onClick={() => add(chosen)}>
              Add
            </Button>
          </Group>
        </Stack>
      </div>
    </Modal>
  );
}

interface OptionProps {
  id: string;
  entry: LibraryEntry;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ id, entry, isChosen, onChoose }: OptionProps) {
  return (
    // The field above keeps the focus and the keys; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div id={id} role="option" aria-selected={isChosen} className={classes.option} onClick={onChoose}>
      <span className={classes.name}>{entry.name}</span>
      <span className={classes.group}>{entry.group}</span>
    </div>
  );
}

/** What the chosen tile shows now, and what is to be known before it is added. */
function Preview({ entry, scope }: { entry: LibraryEntry | undefined; scope: Scope }) {
  const [shown] = useDebouncedValue(entry, restMs);
  const known = variablesOf(scope).map(({ name }) => name);
  const missing = (shown?.variables ?? []).filter((name) => !known.includes(name));
  return (
    <>
      {/* Each has a drawing of its own: the rows of one are nothing to the next. */}
      <PreviewBox
        key={shown?.id}
        name={shown?.name ?? ''}
        config={shown?.tile.config ?? null}
        scope={scope}
        empty="Choose a tile to see it."
      />
      {missing.length > 0 && (
        <Text size="sm" c="var(--cairn-caution)" role="status">
          {missingWords(missing)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {shown?.dashboard === null || shown === undefined
          ? 'You can change everything about it once it is on the dashboard.'
          : `A copy of the tile on ${shown.dashboard}: changes to one do not change the other.`}
      </Text>
    </>
  );
}

function missingWords(names: string[]): string {
  const listed = names.map((name) => `$${name}`).join(', ');
  return names.length === 1
    ? `The tile uses the variable ${listed}, which this dashboard does not have. Add it under Filters, or the tile takes ${listed} for plain text.`
    : `The tile uses the variables ${listed}, which this dashboard does not have. Add them under Filters, or the tile takes them for plain text.`;
}
