import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import type { AuditRecord } from '../../api/stack.gen';
import { useZone } from '../../time/zone';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { When } from '../parts/When';
import { addressOfFilter, auditCursorIn, auditFilterIn, noFilter, type AuditFilter } from './audit';
import { AuditFilters } from './AuditFilters';
import { AuditRow } from './AuditRow';
import { auditChainQuery, auditExport, auditQuery } from './calls';

const columns: Column[] = [
  { label: 'When' },
  { label: 'What' },
  { label: 'Subject' },
  { label: 'Who' },
  { label: 'From' },
  { label: 'Details', isHidden: true },
];

/** The audit log of the team: who changed what, and what was refused. */
export function AuditSection() {
  const { filter, before, narrow, turn } = useAuditPlace();
  const [zone] = useZone();
  const records = useQuery(auditQuery(filter, zone, before));
  return (
    <Section
      title="Audit"
      lead="Who changed what in this team, who signed in and what was refused, newest first. Each record contains the hash of the previous one, so tampering shows."
      actions={
        <Button component="a" href={auditExport(filter, zone)} download="audit.ndjson" variant="default" size="xs">
          Export
        </Button>
      }
    >
      <ChainState />
      <AuditFilters filter={filter} onChange={narrow} />
      <Loaded query={records} subject="The audit log" height={320}>
        {({ data, meta }) => (
          <>
            <Records list={data} isFirst={before === ''} onOnly={narrow} onAll={() => narrow(noFilter)} />
            <PageTurner isFirst={before === ''} older={meta.cursor} onTurn={turn} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The filter and the page of the log, which are in the address. */
function useAuditPlace() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (added: Record<string, string | undefined>, replace: boolean) =>
    void navigate({ to: '.', replace, search: (kept: Record<string, unknown>) => ({ ...kept, ...added }) });
  return {
    filter: auditFilterIn(search),
    before: auditCursorIn(search),
    narrow: (filter: AuditFilter) => go({ ...addressOfFilter(filter), before: undefined }, true),
    turn: (before: string) => go({ before: before || undefined }, false),
  };
}

interface RecordsProps {
  list: AuditRecord[];
  isFirst: boolean;
  onOnly: (filter: AuditFilter) => void;
  onAll: () => void;
}

function Records({ list, isFirst, onOnly, onAll }: RecordsProps) {
  if (list.length === 0 && !isFirst)
    return (
      <Empty title="No older records" icon="search">
        This is where the log begins.
      </Empty>
    );
  if (list.length === 0)
    return (
      <Empty
        title="No records match"
        icon="search"
        action={
          <Anchor component="button" onClick={onAll}>
            Show all records
          </Anchor>
        }
      >
        Nothing of this kind was changed or refused.
      </Empty>
    );
  return (
    <Rows label="Audit" columns={columns}>
      {list.map((record) => (
        <AuditRow key={record.id} record={record} span={columns.length} onOnly={onOnly} />
      ))}
    </Rows>
  );
}

interface PageTurnerProps {
  isFirst: boolean;
  /** The last record of this page; absent if there are no older ones. */
  older: string | undefined;
  onTurn: (before: string) => void;
}

/** Leads to older records and back; the log of a busy team has more than a page can hold. */
function PageTurner({ isFirst, older, onTurn }: PageTurnerProps) {
  return (
    <Group gap="xs" justify="flex-end" role="navigation" aria-label="Pages of the audit log">
      {!isFirst && (
        <Button size="xs" variant="default" onClick={() => onTurn('')}>
          Newest
        </Button>
      )}
      {older !== undefined && (
        <Button size="xs" variant="default" onClick={() => onTurn(older)}>
          Older
        </Button>
      )}
    </Group>
  );
}

/** Says since when the log is what was written. */
function ChainState() {
  const { data: chain } = useQuery(auditChainQuery);
  if (chain === undefined || chain.wholeSince === null) return null;
  return (
    <Group gap={4} role="status">
      <Text size="xs" c={chain.broken === null ? 'dimmed' : 'var(--cairn-bad)'}>
        {chain.broken === null
          ? 'The log is unaltered since '
          : `Record ${chain.broken.sequence} was tampered with. The log is unaltered only since `}
        <When at={chain.wholeSince} />
      </Text>
    </Group>
  );
}
