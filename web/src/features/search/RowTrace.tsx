import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';

import { traceQuery, type Row } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { firstLook, type ChangeLook, type TraceLook } from '../../components/trace/look';
import { modelOf } from '../../components/trace/model';
import { Waterfall } from '../../components/trace/Waterfall';
import { View } from '../../components/View';
import { spanLeftOutWords } from '../traces/leftOut';
import classes from './RowPanel.module.css';

interface RowTraceProps {
  traceId: string;
  spanId: string;
}

/** The trace that a row belongs to; its own span is marked. */
export function RowTrace({ traceId, spanId }: RowTraceProps) {
  const trace = useQuery(traceQuery(traceId));
  const empty = (
    <EmptyState title="This trace has no spans" icon="trace">
      They may arrive later, or may have been sampled out.
    </EmptyState>
  );
  return (
    <Box className={classes.fill}>
      <Box px="sm" pt="sm">
        <Anchor component={Link} to={`/traces/${traceId}`} size="sm">
          Open trace {traceId.slice(0, 8)}…
        </Anchor>
      </Box>
      <Box className={classes.rows}>
        <View
          query={trace}
          failure="The trace could not be loaded"
          isEmpty={({ data }) => data.spans.length === 0}
          empty={empty}
        >
          {({ data, meta }) => (
            <Spans spans={data.spans as Row[]} total={meta.spanCount} errorsInAll={meta.errorCount} spanId={spanId} />
          )}
        </View>
      </Box>
    </Box>
  );
}

interface SpansProps {
  spans: Row[];
  /** How many the trace has. */
  total: number;
  errorsInAll: number;
  spanId: string;
}

function Spans({ spans, total, errorsInAll, spanId }: SpansProps) {
  const model = useMemo(() => modelOf(spans), [spans]);
  const [look, setLook] = useState<TraceLook>({ ...firstLook, span: spanId });
  const onLook = useCallback<ChangeLook>((part) => setLook((before) => ({ ...before, ...part })), []);
  const isShown = look.span === '' || model.spans.some(({ id }) => id === look.span);
  const missing = spanLeftOutWords(isShown, spans.length, total);
  return (
    <Box className={classes.fill}>
      {missing !== '' && (
        <Text size="sm" c="var(--cairn-caution)" px="sm" pt="xs">
          {missing}
        </Text>
      )}
      <Box className={classes.rows}>
        <Waterfall model={model} errorsInAll={errorsInAll} look={look} onLook={onLook} openId={look.span} />
      </Box>
    </Box>
  );
}
