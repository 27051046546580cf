import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { Organization, Service } from '../../api/cloud.gen';
import { FormDialog } from '../parts/Dialogs';
import { Facts } from '../parts/Facts';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { utcDay } from '../parts/time';
import { useDone } from '../parts/useDone';
import { useNow } from '../parts/useNow';
import { When } from '../parts/When';
import { ActivityRows } from './ActivitySection';
import { FailingBackups } from './Backups';
import {
  activitiesQuery,
  changeOrganization,
  keysQuery,
  organizationQuery,
  servicesQuery,
  usageCostQuery,
} from './calls';
import { unitsText } from './cost';
import { managesOrganization, seesCost } from './roles';
import { stateWords } from './states';
import { useCloudMay } from './useCloudMay';

const recent = 8;

/** The organization at a glance. */
export function OverviewSection({ organization }: { organization: Organization }) {
  const [isRenaming, setRenaming] = useState(false);
  const activities = useQuery(activitiesQuery(organization.id, recent));
  const may = useCloudMay();
  const button = managesOrganization(may) && (
    <Button size="xs" variant="default" onClick={() => setRenaming(true)}>
      Rename
    </Button>
  );
  return (
    <Stack gap="xl">
      <FailingBackups organization={organization} />
      <Section title={organization.name} actions={button}>
        <Glance organization={organization} />
      </Section>
      <Section
        title="Recent activity"
        actions={
          <Anchor component={Link} to="/cloud/activity" size="sm">
            All activity
          </Anchor>
        }
      >
        <Loaded query={activities} subject="The activities">
          {(list) => <ActivityRows activities={list} />}
        </Loaded>
      </Section>
      {isRenaming && <RenameDialog organization={organization} onClose={() => setRenaming(false)} />}
    </Stack>
  );
}

function Glance({ organization }: { organization: Organization }) {
  const now = useNow(3_600_000);
  const services = useQuery(servicesQuery(organization.id));
  const keys = useQuery(keysQuery(organization.id));
  const isCostSeen = seesCost(useCloudMay());
  const cost = useQuery({
    ...usageCostQuery(organization.id, `${utcDay(now).slice(0, 8)}01`, utcDay(now)),
    enabled: isCostSeen,
  });
  return (
    <Facts
      facts={[
        { name: 'Services', value: services.data === undefined ? '…' : servicesText(services.data) },
        { name: 'Keys', value: keys.data === undefined ? '…' : String(keys.data.length) },
        ...(isCostSeen
          ? [
              {
                name: 'Usage cost this month',
                value: cost.data === undefined ? '…' : `${unitsText(cost.data.grandTotalUnits)} units`,
              },
            ]
          : []),
        { name: 'Private endpoints', value: String(organization.privateEndpoints.length) },
        { name: 'Created', value: <When at={organization.createdAt} /> },
        { name: 'Organization id', value: organization.id, isMono: true, canCopy: true },
      ]}
    />
  );
}

/** How many services there are, by state: “2 running, 1 idle”. */
function servicesText(services: Service[]): string {
  const counts = new Map<string, number>();
  for (const { state } of services) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${stateWords(state).toLowerCase()}`).join(', ') || 'None';
}

function RenameDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const [name, setName] = useState(organization.name);
  const done = useDone(organizationQuery.queryKey);
  return (
    <FormDialog
      title="Rename organization"
      submit="Rename"
      content={name}
      onSubmit={() => changeOrganization(organization.id, { name: name.trim() }).then(done)}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={128}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
