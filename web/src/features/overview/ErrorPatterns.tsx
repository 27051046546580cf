import { Text } from '@mantine/core';

import type { Source } from '../../api/stack.gen';
import type { DrawnTile } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { PageLink } from '../../components/PageLink';
import { Panel } from '../../components/Panel';
import { TelemetryText } from '../../components/TelemetryText';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { errorLogs, errorPatterns } from '../dashboards/library/ready';
import { patternsOf, patternWords } from '../dashboards/patterns';
import { unnarrowed } from '../dashboards/scope';
import { useTile } from '../dashboards/tiles/useTile';
import classes from './OverviewPage.module.css';

const patternsMax = 8;

/** The shapes of the newest errors in the logs, the most frequent first; each leads to its rows. */
export function ErrorPatterns({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const tile = useTile(errorPatterns(source), unnarrowed(span));
  const empty = (
    <EmptyState title="No errors in the logs" icon="met">
      No log record of this time range says that it is an error.
    </EmptyState>
  );
  return (
    <Panel
      title="Errors in logs"
      isFlush
      actions={
        <PageLink to="/search" search={{ source: source.id, q: errorLogs }} size="xs">
          All errors
        </PageLink>
      }
    >
      <View<DrawnTile>
        query={tile}
        failure="The errors could not be loaded"
        isEmpty={({ rows }) => rows.length === 0}
        empty={empty}
      >
        {(content) => <Patterns source={source} content={content} />}
      </View>
    </Panel>
  );
}

function Patterns({ source, content }: { source: Source; content: DrawnTile }) {
  const [patterns, words] = patternsOf(content);
  return (
    <>
      <ul className={classes.list}>
        {patterns.slice(0, patternsMax).map(({ text, count }) => (
          <li key={text}>
            <PageLink
              to="/search"
              search={{ source: source.id, q: [errorLogs, patternWords(text)].filter(Boolean).join(' ') }}
              size="sm"
              className={classes.pattern}
            >
              <TelemetryText text={text} isOneLine />
            </PageLink>
            <Text size="sm" className={classes.count}>
              {count}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" className={classes.sampled}>
        {words}
      </Text>
    </>
  );
}
