import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { sourcesQuery } from '../../api/telemetry';
import mono from '../parts/mono.module.css';
import { ConditionField } from './ConditionField';
import { FormatFields } from './FormatFields';
import type { Scope } from './scope';
import { SeriesFields } from './SeriesFields';
import classes from './TileEditor.module.css';
import { displayTypes, isComplete, pruned, retyped } from './tileForm';
import { TileContent } from './tiles/TileContent';
import { displayNames, isChart, type DisplayType, type TileConfig } from './types';

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
  const change = (changed: Partial<TileConfig>) => setConfig((old) => ({ ...old, ...changed }));
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
          <Fields config={config} onChange={change} />
        </Stack>
        <Stack gap="md" className={classes.side}>
          <Preview name={name} config={config} scope={scope} canShow={canShow} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!isReady} onClick={() => onSave(name.trim(), pruned(config))}>
              Use tile
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
  return ({ sourceId }) => sources.find(({ id }) => id === sourceId)?.kind ?? 'log';
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

interface FieldsProps {
  config: TileConfig;
  onChange: (changed: Partial<TileConfig>) => void;
}

function Fields({ config, onChange }: FieldsProps) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const kind = useKind();
  if (config.configType === 'sql') {
    return (
      <Textarea
        label="SQL"
        description="One SELECT over the team’s tables, with macros such as $__timeFilter."
        value={config.sqlTemplate ?? ''}
        onChange={(event) => onChange({ sqlTemplate: event.currentTarget.value })}
        autosize
        minRows={8}
        classNames={{ input: mono.input ?? '' }}
      />
    );
  }
  if (config.displayType === 'markdown') {
    return (
      <Textarea
        label="Text"
        description="Markdown: headings, lists, tables, code and links."
        value={config.markdown ?? ''}
        onChange={(event) => onChange({ markdown: event.currentTarget.value })}
        autosize
        minRows={10}
        maxRows={24}
        classNames={{ input: mono.input ?? '' }}
      />
    );
  }
  return (
    <>
      <NativeSelect
        label="Source"
        value={config.sourceId ?? ''}
        data={[{ value: '', label: 'Choose a source' }, ...sources.map((one) => ({ value: one.id, label: one.name }))]}
        onChange={(event) => onChange({ sourceId: event.currentTarget.value })}
      />
      {isChart(config) ? (
        <SeriesFields config={config} isMetric={kind(config) === 'metric'} onChange={onChange} />
      ) : (
        <EventFields config={config} onChange={onChange} />
      )}
      {isChart(config) && <FormatFields config={config} onChange={onChange} />}
    </>
  );
}

function EventFields({ config, onChange }: FieldsProps) {
  const [item] = Array.isArray(config.select) ? config.select : [];
  return (
    <>
      <ConditionField
        where={config.where ?? ''}
        language={config.whereLanguage ?? 'lucene'}
        onChange={(where, whereLanguage) => onChange({ where, whereLanguage })}
      />
      {typeof config.select === 'string' && (
        <TextInput
          label="Columns"
          description="SQL expressions between commas; empty for those of the source."
          value={config.select}
          onChange={(event) => onChange({ select: event.currentTarget.value })}
          classNames={{ input: mono.input ?? '' }}
        />
      )}
      {config.displayType === 'heatmap' && (
        <>
          <TextInput
            label="Value"
            description="The expression whose spread is shown."
            classNames={{ input: mono.input ?? '' }}
            value={item?.valueExpression ?? ''}
            onChange={(event) => onChange({ select: [{ ...item, valueExpression: event.currentTarget.value }] })}
          />
          <SegmentedControl
            aria-label="Scale"
            data={[
              { value: 'log', label: 'Logarithmic' },
              { value: 'linear', label: 'Linear' },
            ]}
            value={item !== undefined && 'heatmapScaleType' in item ? (item.heatmapScaleType ?? 'log') : 'log'}
            onChange={(scale) =>
              onChange({ select: [{ valueExpression: item?.valueExpression ?? '', heatmapScaleType: scale as 'log' }] })
            }
          />
        </>
      )}
    </>
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
          Fill in what is missing to see the tile.
        </Text>
      )}
    </section>
  );
}
