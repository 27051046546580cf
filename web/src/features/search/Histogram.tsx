import { Box, Skeleton, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { contentOf } from '../../charting/content';
import { TimeChart } from '../../components/chart/TimeChart';
import { plain } from '../../number';
import { useTimeRange } from '../../time/useTimeRange';
import { histogramQuery, type Asked } from './queries';
import classes from './search.module.css';

const heightPixels = 108;

/** How many rows there are over time; a drag narrows the range. */
export function Histogram({ asked }: { asked: Asked }) {
  const histogram = useQuery(histogramQuery(asked));
  const { zoom } = useTimeRange();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const content = useMemo(
    () => histogram.data && contentOf(histogram.data, { names: ['Rows'], span: asked.span, gap: 0, scheme }),
    [histogram.data, asked.span, scheme],
  );
  if (histogram.error !== null) return null;
  return (
    <Box className={classes.histogram} data-stale={histogram.isPlaceholderData || undefined}>
      {content === undefined ? (
        <Skeleton h={heightPixels} role="status" aria-label="Loading the histogram" />
      ) : (
        <TimeChart
          label="Rows over time"
          content={content}
          kind="bars"
          height={heightPixels}
          format={plain}
          onZoom={zoom}
        />
      )}
    </Box>
  );
}
