import { Text } from '@mantine/core';

import type { Source } from '../../api/stack.gen';
import type { DrawnTile } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { PartialMark } from '../../components/MissingShards';
import { PageLink } from '../../components/PageLink';
import { Panel } from '../../components/Panel';
import { TelemetryText } from '../../components/TelemetryText';
import { View } from '../../components/View';
import { absoluteRange, type TimeSpan } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import { errorLogs, errorPatterns } from '../dashboards/library/ready';
import { patternGroup, patternsOf } from '../dashboards/patterns';
import { unnarrowed } from '../dashboards/scope';
import { useTile } from '../dashboards/tiles/useTile';
import { rowsOf, searchFor, type Address, type GroupPart } from '../drill/address';
import classes from './OverviewPage.module.css';

const patternsMax = 8;

/** The patterns of the errors in the logs, the most frequent first; each leads to its rows. */
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
        <>
          <PartialMark shards={tile.data?.meta.partial} />
          <PageLink to="/search" search={{ source: source.id, q: errorLogs }} size="xs">
            All errors
          </PageLink>
        </>
      }
    >
      <View<DrawnTile>
        query={tile}
        failure="The errors could not be loaded"
        isEmpty={({ rows }) => rows.length === 0}
        empty={empty}
      >
        {(content) => <Patterns source={source} span={span} content={content} />}
      </View>
    </Panel>
  );
}

interface PatternsProps {
  source: Source;
  span: TimeSpan;
  content: DrawnTile;
}

function Patterns({ source, span, content }: PatternsProps) {
  const [patterns, words] = patternsOf(content);
  return (
    <>
      <ul className={classes.list}>
        {patterns.slice(0, patternsMax).map(({ text, count }) => (
          <li key={text}>
            <PatternLink place={placeOf(source, span, patternGroup(content, text))} text={text} />
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

/** The search for the errors of a pattern; null when no search of one language finds them. */
function placeOf(source: Source, span: TimeSpan, group: GroupPart[] | null): Address | null {
  if (group === null) return null;
  const scope = unnarrowed(span);
  return searchFor(rowsOf(errorPatterns(source), undefined, group, scope), absoluteRange(span.start, span.end));
}

function PatternLink({ place, text }: { place: Address | null; text: string }) {
  const shown = <TelemetryText text={text} isOneLine />;
  if (place === null) return <span className={classes.pattern}>{shown}</span>;
  return (
    <PageLink to="/search" search={place.search} size="sm" className={classes.pattern}>
      {shown}
    </PageLink>
  );
}
