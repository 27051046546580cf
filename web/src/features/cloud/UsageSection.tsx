import { Button, Group, Stack, Table, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Organization, UsageCost } from '../../api/cloud.gen';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Facts } from '../parts/Facts';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows } from '../parts/Rows';
import { keep } from '../parts/saveAs';
import { utcDay } from '../parts/time';
import { useNow } from '../parts/useNow';
import { downloadUsageCost, usageCostQuery } from './calls';
import { costDays, costEntities, metrics, metricsIn, unitsText } from './cost';
import { CostBars } from './CostBars';
import { seesCost } from './roles';
import { useCloudMay } from './useCloudMay';

const typeNames: Record<string, string> = { datawarehouse: 'Warehouse', service: 'Service', pipe: 'Pipe' };

/** What the organization has used, for those who may see it. */
export function UsageSection({ organization }: { organization: Organization }) {
  if (seesCost(useCloudMay())) return <Usage organization={organization} />;
  return (
    <Empty title="Your role can’t see the usage cost" icon="chart">
      Ask an admin of the organization for the admin or billing role.
    </Empty>
  );
}

/** What the organization has used, day by day. */
function Usage({ organization }: { organization: Organization }) {
  const now = useNow(3_600_000);
  const [from, setFrom] = useState(() => utcDay(now, 13));
  const [to, setTo] = useState(() => utcDay(now));
  const report = useQuery(usageCostQuery(organization.id, from, to));
  const saving = useMutation({
    mutationFn: async () => keep(await downloadUsageCost(organization.id, from, to), `usage-cost-${from}-${to}.csv`),
  });
  const actions = (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="From"
        size="xs"
        type="date"
        miw={128}
        value={from}
        max={to}
        onChange={(event) => setFrom(event.currentTarget.value || from)}
      />
      <TextInput
        label="To"
        size="xs"
        type="date"
        miw={128}
        value={to}
        min={from}
        onChange={(event) => setTo(event.currentTarget.value || to)}
      />
      <Button size="xs" variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
        Download CSV
      </Button>
    </Group>
  );
  return (
    <Section
      title="Usage cost"
      lead="In units, per day in UTC, for at most 31 days. A day is final 72 hours after its end."
      actions={actions}
    >
      {saving.isError && <ErrorPanel title="The download failed" error={saving.error} />}
      <Loaded query={report} subject="The usage cost" height={320}>
        {(found) => <Report report={found} from={from} to={to} />}
      </Loaded>
    </Section>
  );
}

function Report({ report, from, to }: { report: UsageCost; from: string; to: string }) {
  const days = costDays(report, from, to);
  if (report.costs.length === 0)
    return (
      <Empty title="No usage in this range" icon="chart">
        Costs appear a few minutes after a service has run. Choose another range to see earlier ones.
      </Empty>
    );
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { name: 'Total', value: `${unitsText(report.grandTotalUnits)} units` },
          { name: 'Daily average', value: `${unitsText(report.grandTotalUnits / Math.max(days.length, 1))} units` },
          { name: 'Most expensive day', value: days.reduce((most, day) => (day.total > most.total ? day : most)).date },
        ]}
      />
      <CostBars days={days} />
      <EntityTable report={report} />
    </Stack>
  );
}

function EntityTable({ report }: { report: UsageCost }) {
  const entities = costEntities(report);
  const shown = metricsIn(entities);
  const columns = [
    { label: 'Name' },
    { label: 'Type' },
    ...shown.map((at) => ({ label: metrics[at]?.name ?? '', isNumber: true })),
    { label: 'Total', isNumber: true },
  ];
  return (
    <Rows label="Cost by entity" columns={columns}>
      {entities.map((entity) => (
        <Table.Tr key={entity.id}>
          <Table.Td fw={500}>{entity.name}</Table.Td>
          <Table.Td>{typeNames[entity.type]}</Table.Td>
          {shown.map((at) => (
            <Table.Td key={at} data-number>
              {unitsText(entity.parts[at] ?? 0)}
            </Table.Td>
          ))}
          <Table.Td data-number fw={600}>
            {unitsText(entity.total)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
