import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';

import { ApiError, describeRead } from '../../api/error';
import type { SharedDashboard } from '../../api/stack.gen';
import { ColorSchemeSwitch } from '../../components/ColorSchemeSwitch';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { Lines, View } from '../../components/View';
import { TimeRangeProvider } from '../../time/useTimeRange';
import { When } from '../parts/When';
import { FilterField } from './FilterField';
import { ReadOnlyBoard } from './ReadOnlyBoard';
import { sharedBoard, sharedQuery, sharedReader, sharedValues } from './sharing';
import { useScope } from './useScope';

/** A dashboard behind a share link, for people who are not signed in. */
export function SharedPage() {
  const { token = '' } = useParams({ strict: false });
  const shared = useQuery(sharedQuery(token));
  const isEnded = shared.error instanceof ApiError && shared.error.status === 404;
  return (
    <TimeRangeProvider>
      <Box component="main">
        {isEnded ? (
          <Ended error={shared.error} />
        ) : (
          <View
            query={shared}
            failure="The dashboard could not be loaded"
            title="Shared dashboard"
            skeleton={<Lines count={8} />}
          >
            {(dashboard) => <SharedView token={token} dashboard={dashboard} />}
          </View>
        )}
      </Box>
    </TimeRangeProvider>
  );
}

function Ended({ error }: { error: unknown }) {
  return (
    <Page title="Shared dashboard">
      <EmptyState title="This link does not work" icon="link">
        {describeRead(error)}
      </EmptyState>
    </Page>
  );
}

function SharedView({ token, dashboard }: { token: string; dashboard: SharedDashboard }) {
  const board = sharedBoard(dashboard);
  const { scope, choose } = useScope({ filters: board.filters, savedQuery: null, savedQueryLanguage: null });
  const { choices, span } = scope;
  const readerOf = useCallback((tileId: string) => sharedReader(token, tileId, choices), [token, choices]);
  return (
    <Page
      title={board.name}
      actions={
        <>
          <Text size="xs" c="dimmed">
            Read-only, ends <When at={dashboard.expireAt} />
          </Text>
          <TimeRangePicker />
          <ColorSchemeSwitch />
        </>
      }
    >
      {board.filters.length > 0 && (
        <Group gap="sm" align="flex-end" mb="sm" role="search" aria-label="Filter all tiles">
          {board.filters.map((filter) => (
            <FilterField
              key={filter.id}
              filter={filter}
              chosen={choices[filter.id ?? ''] ?? []}
              valuesKey={['shared-values', token, filter.id, span]}
              readValues={(signal) => sharedValues(token, filter.id ?? '', span, signal)}
              onChoose={(values) => choose({ ...choices, [filter.id ?? '']: values })}
            />
          ))}
        </Group>
      )}
      <ReadOnlyBoard board={board} scope={scope} readerOf={readerOf} />
    </Page>
  );
}
