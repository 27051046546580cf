import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

import { CopyLinksButton } from '../../components/CopyLinks';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { ConvertToSql, likenessWords } from '../dashboards/ConvertToSql';
import { scopeOf, type Granularity, type Scope } from '../dashboards/scope';
import { pruned } from '../dashboards/tileForm';
import { canAlert, isPromQL, type ChartConfig, type PromConfig, type SqlConfig } from '../dashboards/types';
import { usePicture } from '../picture/usePicture';
import { chartName } from './state';
import { StatementsButton } from './StatementsDrawer';

/** How the chart goes on a dashboard. */
export interface Adding {
  isForAlert: boolean;
  /** The chart as raw SQL, which only a tile can hold, and what that has changed. */
  sql?: SqlConfig;
  note?: string;
}

interface ChartActionsProps {
  config: ChartConfig | PromConfig;
  granularity: Granularity;
  scope: Scope;
  isReady: boolean;
  /** Around what is drawn. */
  stage: RefObject<HTMLDivElement | null>;
  onAdd: (adding: Adding) => void;
}

/** What can be made of the chart. */
export function ChartActions({ config, granularity, scope, isReady, stage, onAdd }: ChartActionsProps) {
  const [draw, pictureDialog] = usePicture();
  const failure = 'The chart could not be loaded, so there is nothing to draw.';
  return (
    <>
      {!isPromQL(config) && (
        <>
          <StatementsButton config={pruned(config)} scope={scope} granularity={granularity} isReady={isReady} />
          <ConvertToSql
            config={config}
            scope={scope}
            isReady={isReady}
            onConvert={(sql, { likeness }) => onAdd({ isForAlert: false, sql, note: likenessWords[likeness] })}
          />
        </>
      )}
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
