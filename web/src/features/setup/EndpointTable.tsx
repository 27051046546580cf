import { Box, Button, Group, Stack, Table, Text, Title } from '@mantine/core';

import type { Addresses } from '../../api/types';
import { copyWords, useCopy } from '../../components/useCopy';
import { endpoints, type Endpoint } from './addresses';
import classes from './EndpointTable.module.css';

/** Lists the listeners with the addresses that clients need. */
export function EndpointTable({ addresses }: { addresses: Addresses }) {
  return (
    <Stack gap="sm" component="section">
      <Title order={2} id="endpoints">
        Addresses
      </Title>
      <Box className={classes.table}>
        <Table aria-labelledby="endpoints" verticalSpacing={4} horizontalSpacing="lg">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Listener</Table.Th>
              <Table.Th>Address</Table.Th>
              <Table.Th>Use it to</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {endpoints(addresses).map((endpoint) => (
              <EndpointRow key={endpoint.name} endpoint={endpoint} />
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Stack>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Table.Tr>
      <Table.Td>{endpoint.name}</Table.Td>
      <Table.Td>
        {endpoint.address === '' ? (
          <Text span inherit c="dimmed">
            Off
          </Text>
        ) : (
          <Address value={endpoint.address} name={endpoint.name} />
        )}
      </Table.Td>
      <Table.Td c="dimmed">{endpoint.purpose}</Table.Td>
    </Table.Tr>
  );
}

function Address({ value, name }: { value: string; name: string }) {
  const { state, copy } = useCopy();
  return (
    <Group gap="sm" wrap="nowrap">
      <span className={classes.address}>{value}</span>
      <Button size="compact-xs" variant="subtle" onClick={() => copy(value)} aria-label={`Copy address: ${name}`}>
        {copyWords(state, 'Copy')}
      </Button>
    </Group>
  );
}
