import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { sourcesQuery } from '../../api/telemetry';
import { FormModal } from '../../components/FormModal';
import { Icon } from '../../components/Icon';
import { StatementsButton } from '../charts/StatementsDrawer';
import type { FieldsProps } from './ConfigFields';
import { ConversionNotice, ConvertToSql, type Conversion } from './ConvertToSql';
import { LanguageSwitch } from './LanguageSwitch';
import { MistakeContext } from './mistake';
import { PreviewBox } from './PreviewBox';
import { variablesOf, type Scope } from './scope';
import { TileFields } from './TileByType';
import classes from './TileEditor.module.css';
import { displayTypes, freshConfig, isComplete, pruned, retyped } from './tileForm';
import { TypeButtons } from './TypeButtons';
import { isChart, isPromQL, promTypes, sourceIdOf, type DisplayType, type TileConfig } from './types';
import { usePreview } from './usePreview';
import { useSourceId } from './useSourceId';

interface TileEditorProps {
  name: string;
  config: TileConfig;
  scope: Scope;
  onSave: (name: string, config: TileConfig) => void;
  onClose: () => void;
  /** Opens the tile library instead; absent while a tile that exists is edited. */
  onLibrary?: () => void;
}

/** Builds a tile: the form at the left, what it shows at the right. */
export function TileEditor({ name: before, config: given, scope, onSave, onClose, onLibrary }: TileEditorProps) {
  const [name, setName] = useState(before);
  const [config, setConfig] = useState(given);
  const [conversion, setConversion] = useState<Conversion | null>(null);
  const isMetric = useIsMetric(config);
  const isReady = isComplete(config, isMetric);
  const preview = usePreview(config, isReady, scope);
  return (
    <FormModal
      content={[name, config]}
      onClose={onClose}
      title={before === '' ? 'Add tile' : `Edit ${before}`}
      size="min(1320px, 94vw)"
      yOffset="4vh"
    >
      <MistakeContext value={preview.mistake}>
        <div className={classes.editor}>
          <Stack gap="md" className={classes.form}>
            {onLibrary !== undefined && (
              <Button
                size="xs"
                variant="default"
                className={classes.library}
                leftSection={<Icon name="search" size={14} />}
                onClick={onLibrary}
              >
                Choose from the tile library
              </Button>
            )}
            <TextInput
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <KindFields config={config} onChange={setConfig} />
            <TileFields
              config={config}
              isMetric={isMetric}
              variables={variablesOf(scope).map((one) => one.name)}
              onChange={setConfig}
            />
          </Stack>
          <Stack gap="md" className={classes.side}>
            <PreviewBox name={name} scope={scope} empty="Complete the form to see a preview." {...preview} />
            {conversion !== null && config.configType === 'sql' && (
              <ConversionNotice {...conversion} onUndo={setConfig} />
            )}
            <Group justify="flex-end" gap="sm">
              {(isChart(config) || config.configType === 'sql') && (
                <StatementsButton config={pruned(config)} scope={scope} isReady={isReady} />
              )}
              {isChart(config) && (
                <ConvertToSql
                  config={config}
                  scope={scope}
                  isReady={isReady}
                  onConvert={(made, how) => {
                    setConfig(made);
                    setConversion(how);
                  }}
                />
              )}
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button disabled={!isReady} onClick={() => onSave(name.trim(), pruned(config))}>
                Apply
              </Button>
            </Group>
          </Stack>
        </div>
      </MistakeContext>
    </FormModal>
  );
}

/** How the tile is asked for, and what it looks like; raw SQL stays what it is. */
function KindFields({ config, onChange }: FieldsProps<TileConfig>) {
  const [kept, setKept] = useState<TileConfig | null>(null);
  const sourceId = useSourceId();
  if (config.configType === 'sql') return null;
  return (
    <>
      <LanguageSwitch<TileConfig>
        config={config}
        kept={kept}
        fresh={() => freshConfig('line', sourceId)}
        onChange={(next, before) => {
          setKept(before);
          onChange(next);
        }}
      />
      <TypeButtons
        types={isPromQL(config) ? promTypes : displayTypes}
        value={config.displayType}
        onChange={(displayType: DisplayType) => onChange(retyped(config, displayType))}
      />
    </>
  );
}

/** Says whether a tile reads metrics, as far as sources are read. */
function useIsMetric(config: TileConfig): boolean {
  const sources = useQuery(sourcesQuery).data ?? [];
  return sources.find(({ id }) => id === sourceIdOf(config))?.kind === 'metric';
}
