import { ActionIcon, Box, Button, Select, Stack, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type RefObject } from 'react';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { useMay } from '../../api/useMay';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { ChartFields, isCharted } from '../dashboards/ConfigFields';
import { ConvertToSql, likenessWords } from '../dashboards/ConvertToSql';
import { MistakeContext } from '../dashboards/mistake';
import { scopeOf, unnarrowed, type Granularity, type Scope } from '../dashboards/scope';
import { isComplete, pruned, retyped } from '../dashboards/tileForm';
import { TypeButtons } from '../dashboards/TypeButtons';
import { canAlert, chartTypes, type ChartConfig, type SqlConfig } from '../dashboards/types';
import { usePreview } from '../dashboards/usePreview';
import { groupFilter } from '../drill/address';
import { DrillProvider } from '../drill/DrillProvider';
import { usePicture } from '../picture/usePicture';
import { AddToDashboard } from './AddToDashboard';
import { ChartView } from './ChartView';
import classes from './charts.module.css';
import { chartName, granularities, narrowed } from './state';
import { StatementsButton } from './StatementsDrawer';
import { useChart } from './useChart';

/** Builds a chart of anything that is stored. */
export function ChartsPage() {
  const sources = useQuery(sourcesQuery);
  const usable = (sources.data ?? []).filter(({ kind, disabled }) => isCharted(kind) && disabled !== true);
  const empty = (
    <EmptyState title="There is no source to chart" icon="chart">
      Add a source in the team settings.
    </EmptyState>
  );
  if (usable.length > 0) return <Builder sources={usable} />;
  return (
    <Page title="Charts">
      <View<Source[]> query={sources} failure="The sources could not be loaded" isEmpty={() => true} empty={empty}>
        {() => null}
      </View>
    </Page>
  );
}

/** How the chart goes on a dashboard. */
interface Adding {
  isForAlert: boolean;
  /** The chart as raw SQL, which only a tile can hold, and what that has changed. */
  sql?: SqlConfig;
  note?: string;
}

function Builder({ sources }: { sources: Source[] }) {
  const { config: edited, granularity, edit, put } = useChart();
  const { span } = useTimeRange();
  const scope = useMemo(() => unnarrowed(span), [span]);
  const source = sources.find(({ id }) => id === edited.sourceId) ?? sources[0];
  const config = useMemo((): ChartConfig => ({ ...edited, sourceId: source?.id ?? '' }), [edited, source?.id]);
  const isMetric = source?.kind === 'metric';
  const isReady = isComplete(config, isMetric);
  const preview = usePreview(config, isReady, scope, granularity);
  const [adding, setAdding] = useState<Adding | null>(null);
  const may = useMay();
  const watch = () => setAdding({ isForAlert: true });
  const stage = useRef<HTMLDivElement>(null);
  return (
    <Page
      title="Charts"
      isFilling
      actions={
        <BuilderActions
          config={config}
          granularity={granularity}
          scope={scope}
          isReady={isReady}
          stage={stage}
          onAdd={setAdding}
        />
      }
    >
      <Box className={classes.split}>
        <Box component="aside" className={classes.form} aria-label="Chart settings">
          <MistakeContext value={preview.mistake}>
            <Stack gap="md">
              <TypeButtons
                types={chartTypes}
                value={config.displayType}
                onChange={(type) => edit(retyped(config, type) as ChartConfig)}
              />
              <ChartFields config={config} isMetric={isMetric} onChange={edit} />
              {(config.displayType === 'line' || config.displayType === 'stacked_bar') && (
                <GranularityField value={granularity} onChange={(one) => put({ config, granularity: one })} />
              )}
            </Stack>
          </MistakeContext>
        </Box>
        <DrillProvider
          scope={scopeOf(config, scope)}
          isChartsPage
          onFilter={(part, isExcluding) => put({ config: narrowed(config, groupFilter(part, isExcluding)) })}
          {...(canAlert(config) && may('create:Alert') && { onAlert: watch })}
        >
          <ChartView
            config={preview.config}
            granularity={granularity}
            scope={scope}
            isHeld={preview.mistake !== null}
            stage={stage}
          />
        </DrillProvider>
      </Box>
      {adding !== null && (
        <AddToDashboard
          config={adding.sql ?? config}
          name={chartName(config)}
          isForAlert={adding.isForAlert}
          {...(adding.note !== undefined && { note: adding.note })}
          onClose={() => setAdding(null)}
        />
      )}
    </Page>
  );
}

interface BuilderActionsProps {
  config: ChartConfig;
  granularity: Granularity;
  scope: Scope;
  isReady: boolean;
  /** Around what is drawn. */
  stage: RefObject<HTMLDivElement | null>;
  onAdd: (adding: Adding) => void;
}

/** What can be made of the chart. */
function BuilderActions({ config, granularity, scope, isReady, stage, onAdd }: BuilderActionsProps) {
  const [draw, pictureDialog] = usePicture();
  const failure = 'The chart could not be loaded, so there is nothing to draw.';
  return (
    <>
      <StatementsButton config={pruned(config)} scope={scope} granularity={granularity} isReady={isReady} />
      <ConvertToSql
        config={config}
        scope={scope}
        isReady={isReady}
        onConvert={(sql, { likeness }) => onAdd({ isForAlert: false, sql, note: likenessWords[likeness] })}
      />
      <May do="update:Dashboard">
        <Button
          variant="default"
          leftSection={<Icon name="dashboard" size={14} />}
          disabled={!isReady}
          onClick={() => onAdd({ isForAlert: false })}
        >
          Add to dashboard
        </Button>
        <May do="create:Alert">
          <Button
            variant="default"
            leftSection={<Icon name="alert" size={14} />}
            disabled={!isReady || !canAlert(config)}
            onClick={() => onAdd({ isForAlert: true })}
          >
            Create alert
          </Button>
        </May>
      </May>
      <Tooltip label="Download PNG">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Download PNG"
          disabled={!isReady}
          onClick={() =>
            draw({ element: stage.current, name: chartName(config), span: scopeOf(config, scope).span, failure })
          }
        >
          <Icon name="download" size={14} />
        </ActionIcon>
      </Tooltip>
      <CopyLinksButton />
      <TimeRangePicker />
      {pictureDialog}
    </>
  );
}

function GranularityField({ value, onChange }: { value: Granularity; onChange: (value: Granularity) => void }) {
  return (
    <Select
      label="Granularity"
      data={granularities.map((one) => ({ value: one, label: one === 'auto' ? 'Automatic' : one }))}
      value={value}
      allowDeselect={false}
      onChange={(one) => onChange((one ?? 'auto') as Granularity)}
    />
  );
}
