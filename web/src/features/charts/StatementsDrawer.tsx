import { Button, Drawer, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { drawTile } from '../../api/telemetry';
import { Icon } from '../../components/Icon';
import { Snippet } from '../../components/Snippet';
import { View } from '../../components/View';
import { questionOf, type Granularity, type Scope } from '../dashboards/scope';
import type { TileConfig } from '../dashboards/types';
import { formatSql } from './sqlFormat';

interface StatementsProps {
  config: TileConfig;
  scope: Scope;
  granularity?: Granularity;
}

/** A button that shows the SQL that a chart or a tile is made of. */
export function StatementsButton({ isReady, ...asked }: StatementsProps & { isReady: boolean }) {
  const [isOpen, drawer] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="trace" size={14} />} disabled={!isReady} onClick={drawer.open}>
        Show SQL
      </Button>
      {isOpen && isReady && <StatementsDrawer {...asked} onClose={drawer.close} />}
    </>
  );
}

/** The SQL that a chart or a tile is made of. */
export function StatementsDrawer({ onClose, ...asked }: StatementsProps & { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Generated SQL"
      position="right"
      size="min(820px, 92vw)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Statements {...asked} />
    </Drawer>
  );
}

function Statements({ config, scope, granularity }: StatementsProps) {
  const question = { ...questionOf(config, scope, granularity), sql: true };
  const statements = useQuery({
    queryKey: ['tile', 'sql', question],
    queryFn: async ({ signal }) => (await drawTile(question, signal)).statements ?? [],
  });
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        The engine runs these statements for what is shown. Counts of whole minutes and of the edges of the time range
        are queried separately and added up; ratios, formulas and the largest groups are computed afterwards.
      </Text>
      <View query={statements} failure="The SQL could not be generated">
        {(found) => (
          <Stack gap="lg">
            {found.map((sql, at) => (
              <Snippet key={at} text={formatSql(sql)} what={found.length === 1 ? 'SQL' : `SQL ${at + 1}`} />
            ))}
          </Stack>
        )}
      </View>
    </Stack>
  );
}
