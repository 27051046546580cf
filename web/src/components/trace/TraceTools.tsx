import { ActionIcon, Button, Group, Switch, Text, TextInput, Tooltip } from '@mantine/core';

import { partWords } from '../../number';
import { Icon, type IconName } from '../Icon';
import type { Exploring } from './useExploring';
import classes from './Waterfall.module.css';

/** Finds spans, goes from error to error, folds and zooms. */
export function TraceTools({ exploring }: { exploring: Exploring }) {
  const { errorCount, errorsInAll, isZoomed, isPath, setPath } = exploring;
  return (
    <Group className={classes.tools} gap="sm" role="group" aria-label="Explore the trace">
      <Find exploring={exploring} />
      {errorsInAll > 0 && (
        <Group gap={2} wrap="nowrap">
          <Text size="xs" c="var(--cairn-bad)">
            {partWords(errorCount, errorsInAll)} {errorsInAll === 1 ? 'error' : 'errors'}
          </Text>
          {errorCount > 0 && (
            <>
              <Act icon="down" name="Next error" keys="e" onClick={() => exploring.toError(1)} />
              <Act icon="up" name="Previous error" keys="E" onClick={() => exploring.toError(-1)} />
            </>
          )}
        </Group>
      )}
      <Group gap={2} wrap="nowrap">
        <Button size="compact-xs" variant="default" onClick={exploring.foldAll}>
          Collapse all
        </Button>
        <Button size="compact-xs" variant="default" onClick={exploring.unfoldAll}>
          Expand all
        </Button>
      </Group>
      <Group gap={2} wrap="nowrap">
        <Button size="compact-xs" variant="default" onClick={exploring.zoomToOpen}>
          Zoom to span
        </Button>
        {isZoomed && (
          <Button size="compact-xs" variant="light" onClick={exploring.resetZoom}>
            Reset zoom
          </Button>
        )}
      </Group>
      <Switch size="xs" label="Critical path" checked={isPath} onChange={() => setPath(!isPath)} />
    </Group>
  );
}

function Find({ exploring }: { exploring: Exploring }) {
  const { text, found, foundAt } = exploring;
  const outcome = found.length === 0 ? 'No matches' : `${foundAt + 1 || '–'} of ${found.length}`;
  return (
    <Group gap={2} wrap="nowrap" data-search-field>
      <TextInput
        size="xs"
        w={170}
        placeholder="Find in trace"
        aria-label="Find in trace"
        leftSection={<Icon name="search" size={12} />}
        value={text}
        onChange={(event) => exploring.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') exploring.toFound(event.shiftKey ? -1 : 1);
          if (event.key !== 'Escape') return;
          // The panel beside it stays open.
          event.stopPropagation();
          exploring.setText('');
          event.currentTarget.blur();
        }}
      />
      {text.trim() !== '' && (
        <>
          <Text size="xs" c="dimmed" role="status" className={classes.outcome}>
            {outcome}
          </Text>
          <Act icon="down" name="Next match" keys="Enter" onClick={() => exploring.toFound(1)} />
          <Act icon="up" name="Previous match" keys="Shift+Enter" onClick={() => exploring.toFound(-1)} />
        </>
      )}
    </Group>
  );
}

function Act({ icon, name, keys, onClick }: { icon: IconName; name: string; keys: string; onClick: () => void }) {
  return (
    <Tooltip label={`${name} (${keys})`}>
      <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
