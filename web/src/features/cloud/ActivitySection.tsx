import { Button, Collapse, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Activity, Organization } from '../../api/cloud.gen';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import partClasses from '../parts/parts.module.css';
import { Rows, type Column } from '../parts/Rows';
import { When } from '../parts/When';
import { activityWords, changeText } from './activityWords';
import { activitiesQuery } from './calls';

const columns: Column[] = [
  { label: 'When' },
  { label: 'What' },
  { label: 'Who' },
  { label: 'From' },
  { label: 'Details', isHidden: true },
];
const pageSize = 100;

/** The audit log: who did what, sealed so that a change of it shows. */
export function ActivitySection({ organization }: { organization: Organization }) {
  const [limit, setLimit] = useState(pageSize);
  const activities = useQuery(activitiesQuery(organization.id, limit));
  return (
    <Section
      title="Activity"
      lead="Who did what, newest first. Each entry contains the hash of the previous one, so tampering shows."
    >
      <Loaded query={activities} subject="The activities" height={320}>
        {(list) => (
          <>
            <ActivityRows activities={list} />
            {list.length === limit && (
              <Button
                variant="default"
                size="xs"
                mt="sm"
                onClick={() => setLimit(Math.min(limit + pageSize, 1000))}
                disabled={limit >= 1000}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** A table of entries of the audit log. */
export function ActivityRows({ activities }: { activities: Activity[] }) {
  if (activities.length === 0)
    return (
      <Empty title="No activity yet" icon="clock">
        Changes in the organization are recorded here.
      </Empty>
    );
  return (
    <Rows label="Activity" columns={columns}>
      {activities.map((activity) => (
        <ActivityRow key={activity.id} activity={activity} />
      ))}
    </Rows>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const [isOpen, setOpen] = useState(false);
  const change = changeText(activity.before, activity.after);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <When at={activity.createdAt} />
        </Table.Td>
        <Table.Td fw={500}>{activityWords(activity.type)}</Table.Td>
        <Table.Td>{activity.actorDetails ?? activity.actorId ?? activity.actorType}</Table.Td>
        <Table.Td ff="monospace" fz="xs">
          {activity.actorIpAddress ?? ''}
        </Table.Td>
        <Table.Td>
          {change !== '' && (
            <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
              {isOpen ? 'Less' : 'Details'}
            </Button>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={columns.length}>
            <Collapse expanded={isOpen}>
              <pre className={partClasses.mono}>{change}</pre>
            </Collapse>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
