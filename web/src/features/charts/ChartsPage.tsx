import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { useMay } from '../../api/useMay';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { ChartFields, isCharted } from '../dashboards/ConfigFields';
import { LanguageSwitch } from '../dashboards/LanguageSwitch';
import { MistakeContext } from '../dashboards/mistake';
import { scopeOf, unnarrowed } from '../dashboards/scope';
import { isComplete, retyped } from '../dashboards/tileForm';
import { TypeButtons } from '../dashboards/TypeButtons';
import { canAlert, chartTypes, isPromQL, type ChartConfig } from '../dashboards/types';
import { usePreview } from '../dashboards/usePreview';
import { groupFilter } from '../drill/address';
import { DrillProvider } from '../drill/DrillProvider';
import { AddToDashboard } from './AddToDashboard';
import { ChartActions, type Adding } from './ChartActions';
import { ChartView } from './ChartView';
import classes from './charts.module.css';
import { GranularityField } from './GranularityField';
import { PromBuilder } from './PromBuilder';
import { chartName, narrowed, readChart, type ChartState } from './state';
import { useChart, type EditedChart } from './useChart';

/** Builds a chart of anything that is stored. */
export function ChartsPage() {
  const chart = useChart();
  const { config, put } = chart;
  const [kept, setKept] = useState<ChartState['config'] | null>(null);
  const language = (
    <LanguageSwitch<ChartState['config']>
      config={config}
      kept={kept}
      fresh={() => readChart({}).config}
      onChange={(next, before) => {
        setKept(before);
        put({ config: next });
      }}
    />
  );
  if (isPromQL(config)) return <PromBuilder chart={chart} config={config} language={language} />;
  return <SourcesFirst chart={chart} config={config} language={language} />;
}

interface BuilderProps {
  chart: EditedChart;
  /** The chart that is edited. */
  config: ChartConfig;
  /** Chooses another way to ask. */
  language: ReactNode;
}

function SourcesFirst(props: BuilderProps) {
  const sources = useQuery(sourcesQuery);
  const usable = (sources.data ?? []).filter(({ kind, disabled }) => isCharted(kind) && disabled !== true);
  const empty = (
    <EmptyState title="There is no source to chart" icon="chart">
      Add a source in the team settings.
    </EmptyState>
  );
  if (usable.length > 0) return <Builder {...props} sources={usable} />;
  return (
    <Page title="Charts" actions={props.language}>
      <View<Source[]> query={sources} failure="The sources could not be loaded" isEmpty={() => true} empty={empty}>
        {() => null}
      </View>
    </Page>
  );
}

function Builder({ chart, config: edited, language, sources }: BuilderProps & { sources: Source[] }) {
  const { granularity, edit, put } = chart;
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
        <ChartActions
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
              {language}
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
            missing={
              <EmptyState title="Choose what to chart" icon="chart">
                A function needs the field that it is taken of; a metric needs its name.
              </EmptyState>
            }
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
