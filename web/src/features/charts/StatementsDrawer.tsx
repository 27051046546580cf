import { Button, Drawer, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import type { ChartStatement, Source } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { Snippet } from '../../components/Snippet';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { statementsQuery } from './queries';
import { formatSql } from './sqlFormat';
import { isComplete, namesOf, type ChartState } from './state';

interface StatementsProps {
  chart: ChartState;
  source: Source;
}

/** Shows the SQL that the chart is made of. */
export function StatementsButton({ chart, source }: StatementsProps) {
  const [isOpen, drawer] = useDisclosure(false);
  const isReady = chart.series.every((series) => isComplete(series, source.kind === 'metric'));
  return (
    <>
      <Button variant="default" leftSection={<Icon name="trace" size={14} />} disabled={!isReady} onClick={drawer.open}>
        Show SQL
      </Button>
      <Drawer
        opened={isOpen && isReady}
        onClose={drawer.close}
        title="Generated SQL"
        position="right"
        size="min(820px, 92vw)"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Statements chart={chart} source={source} />
      </Drawer>
    </>
  );
}

function Statements({ chart, source }: StatementsProps) {
  const { span } = useTimeRange();
  const statements = useQuery(statementsQuery(chart, source, span));
  const names = namesOf(chart.series);
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        The engine runs these statements for the current chart. Counts of whole minutes and of the edges of the time
        range are queried separately and added up.
      </Text>
      <View query={statements} failure="The SQL could not be generated">
        {(found) => (
          <Stack gap="lg">
            {found.map((statement, at) => (
              <Statement key={at} statement={statement} names={names} />
            ))}
          </Stack>
        )}
      </View>
    </Stack>
  );
}

function Statement({ statement: { series, sql }, names }: { statement: ChartStatement; names: string[] }) {
  const letters = series.map((at) => String.fromCodePoint(65 + at)).join(', ');
  return (
    <section aria-label={`SQL of series ${letters}`}>
      <Text size="sm" mb={4}>
        <b>Series {letters}</b> {series.map((at) => names[at] ?? '').join(', ')}
      </Text>
      <Snippet text={formatSql(sql)} what={`SQL of series ${letters}`} />
    </section>
  );
}
