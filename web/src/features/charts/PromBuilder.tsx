import { Box, Stack } from '@mantine/core';
import { useMemo, useRef, useState, type ReactNode } from 'react';

import { useMay } from '../../api/useMay';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { mistakeWords } from '../../components/promql/position';
import { useTimeRange } from '../../time/useTimeRange';
import { MistakeContext } from '../dashboards/mistake';
import { PromFields } from '../dashboards/PromFields';
import { isRanged } from '../dashboards/promForm';
import { scopeOf, unnarrowed } from '../dashboards/scope';
import { isComplete, retyped } from '../dashboards/tileForm';
import { TypeButtons } from '../dashboards/TypeButtons';
import { canAlert, promTypes, type PromConfig } from '../dashboards/types';
import { usePreview } from '../dashboards/usePreview';
import { DrillProvider } from '../drill/DrillProvider';
import { AddToDashboard } from './AddToDashboard';
import { ChartActions, type Adding } from './ChartActions';
import { ChartView } from './ChartView';
import classes from './charts.module.css';
import { GranularityField } from './GranularityField';
import { chartName } from './state';
import type { EditedChart } from './useChart';

interface PromBuilderProps {
  chart: EditedChart;
  config: PromConfig;
  /** Chooses another way to ask. */
  language: ReactNode;
}

/** Builds a chart in PromQL, drawn as the tile that it would be on a dashboard. */
export function PromBuilder({ chart, config, language }: PromBuilderProps) {
  const { granularity, edit, put } = chart;
  const { span } = useTimeRange();
  const scope = useMemo(() => unnarrowed(span), [span]);
  const isReady = isComplete(config, false);
  const preview = usePreview(config, isReady, scope, granularity);
  const [adding, setAdding] = useState<Adding | null>(null);
  const may = useMay();
  const stage = useRef<HTMLDivElement>(null);
  const shown = { granularity, scope, stage };
  return (
    <Page
      title="Charts"
      isFilling
      actions={<ChartActions config={config} isReady={isReady} onAdd={setAdding} {...shown} />}
    >
      <Box className={classes.split}>
        <Box component="aside" className={classes.form} aria-label="Chart settings">
          <MistakeContext value={preview.mistake}>
            <Stack gap="md">
              {language}
              <TypeButtons
                types={promTypes}
                value={config.displayType}
                onChange={(type) => edit(retyped(config, type) as PromConfig)}
              />
              <PromFields config={config} onChange={edit} onRun={() => put({ config })} />
              {isRanged(config) && (
                <GranularityField value={granularity} onChange={(one) => put({ config, granularity: one })} />
              )}
            </Stack>
          </MistakeContext>
        </Box>
        <DrillProvider
          scope={scopeOf(config, scope)}
          isChartsPage
          {...(canAlert(config) && may('create:Alert') && { onAlert: () => setAdding({ isForAlert: true }) })}
        >
          <ChartView
            config={preview.config}
            isHeld={preview.mistake !== null}
            missing={<Missing mistake={preview.mistake?.message ?? null} />}
            {...shown}
          />
        </DrillProvider>
      </Box>
      {adding !== null && (
        <AddToDashboard
          config={config}
          name={chartName(config)}
          isForAlert={adding.isForAlert}
          onClose={() => setAdding(null)}
        />
      )}
    </Page>
  );
}

function Missing({ mistake }: { mistake: string | null }) {
  return (
    <EmptyState title={mistake === null ? 'Write an expression' : 'The expression can’t be evaluated'} icon="chart">
      {mistake === null ? 'PromQL reads all metrics of the team.' : mistakeWords(mistake, '')}
    </EmptyState>
  );
}
