import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { sourcesQuery } from '../../api/telemetry';
import type { Scope } from './scope';
import { TileContent, TileFields } from './TileByType';
import classes from './TileEditor.module.css';
import { displayTypes, isComplete, pruned, retyped } from './tileForm';
import { displayNames, sourceIdOf, type DisplayType, type TileConfig } from './types';

interface TileEditorProps {
  name: string;
  config: TileConfig;
  scope: Scope;
  onSave: (name: string, config: TileConfig) => void;
  onClose: () => void;
}

const settleMs = 400;

/** Builds a tile: the form at the left, what it shows at the right. */
export function TileEditor({ name: before, config: given, scope, onSave, onClose }: TileEditorProps) {
  const [name, setName] = useState(before);
  const [config, setConfig] = useState(given);
  const kind = useKind();
  const canShow = (one: TileConfig) => isComplete(one, kind(one) === 'metric');
  const isReady = canShow(config);
  return (
    <Modal
      opened
      onClose={onClose}
      title={before === '' ? 'Add tile' : `Edit ${before}`}
      size="min(1320px, 94vw)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      yOffset="4vh"
    >
      <div className={classes.editor}>
        <Stack gap="md" className={classes.form}>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Types
            value={config.displayType}
            isSql={config.configType === 'sql'}
            onChange={(displayType) => setConfig(retyped(config, displayType))}
          />
          <TileFields config={config} isMetric={kind(config) === 'metric'} onChange={setConfig} />
        </Stack>
        <Stack gap="md" className={classes.side}>
          <Preview name={name} config={config} scope={scope} canShow={canShow} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!isReady} onClick={() => onSave(name.trim(), pruned(config))}>
              Apply
            </Button>
          </Group>
        </Stack>
      </div>
    </Modal>
  );
}

/** Tells the kind of a tile's source, as far as sources are read. */
function useKind(): (config: TileConfig) => string {
  const sources = useQuery(sourcesQuery).data ?? [];
  return (config) => sources.find(({ id }) => id === sourceIdOf(config))?.kind ?? 'log';
}

function Types({
  value,
  isSql,
  onChange,
}: {
  value: DisplayType;
  isSql: boolean;
  onChange: (type: DisplayType) => void;
}) {
  if (isSql) return null;
  return (
    <div role="group" aria-label="Type" className={classes.types}>
      {displayTypes.map((type) => (
        <Button
          key={type}
          size="compact-sm"
          variant={type === value ? 'filled' : 'default'}
          aria-pressed={type === value}
          onClick={() => onChange(type)}
        >
          {displayNames[type]}
        </Button>
      ))}
    </div>
  );
}

interface PreviewProps {
  name: string;
  config: TileConfig;
  scope: Scope;
  canShow: (config: TileConfig) => boolean;
}

function Preview({ name, config, scope, canShow }: PreviewProps) {
  const [settled] = useDebouncedValue(config, settleMs);
  return (
    <section className={classes.preview} aria-label="Preview">
      {canShow(config) && canShow(settled) ? (
        <TileContent name={name === '' ? 'Preview' : name} config={settled} scope={scope} />
      ) : (
        <Text size="sm" c="dimmed" ta="center" mt="xl">
          Complete the form to see a preview.
        </Text>
      )}
    </section>
  );
}
