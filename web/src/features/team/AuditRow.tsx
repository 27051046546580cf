import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';

import type { AuditRecord } from '../../api/stack.gen';
import { Changes } from '../parts/Changes';
import { Cut } from '../parts/Cut';
import partClasses from '../parts/parts.module.css';
import { When } from '../parts/When';
import { actorWords, changesOf, kindNames, noFilter, whatWords, originWords, type AuditFilter } from './audit';

interface AuditRowProps {
  record: AuditRecord;
  /** How many columns the table has. */
  span: number;
  onOnly: (filter: AuditFilter) => void;
}

/** A record of the audit log, which opens to what changed. */
export function AuditRow({ record, span, onOnly }: AuditRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { subject } = record;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <When at={record.at} />
        </Table.Td>
        <Table.Td fw={500}>
          <Group gap="xs" wrap="nowrap">
            {whatWords(record)}
            {record.outcome === 'refused' && (
              <Badge color="red.9">Refused{record.count > 1 && ` ${record.count} times`}</Badge>
            )}
          </Group>
        </Table.Td>
        <Table.Td>
          <span className={partClasses.cut} title={subject.name}>
            {kindNames[subject.kind]} {subject.kind !== 'request' && (subject.name ?? '')}
          </span>
        </Table.Td>
        <Table.Td>
          <Cut text={actorWords(record)} />
        </Table.Td>
        <Table.Td>{originWords(record)}</Table.Td>
        <Table.Td>
          <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? 'Less' : 'Details'}
          </Button>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={span}>
            <Details record={record} onOnly={onOnly} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Details({ record, onOnly }: Omit<AuditRowProps, 'span'>) {
  const { subject, actor } = record;
  const who = actor.userId ?? actor.keyId;
  return (
    <Stack gap="xs" py="xs" style={{ whiteSpace: 'normal' }}>
      {record.reason !== undefined && <Text size="sm">Refused: {record.reason}</Text>}
      {record.outcome === 'done' && <Changes title="Changes" changes={changesOf(record)} />}
      {record.changesCut && (
        <Text size="xs" c="dimmed">
          The change was too large to be kept whole.
        </Text>
      )}
      <Text size="xs" c="dimmed">
        Record {record.sequence}
        {actor.userAgent !== undefined && `, by ${actor.userAgent}`}
      </Text>
      <Group gap="xs">
        {subject.id !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onOnly({ ...noFilter, kind: subject.kind, subject: subject.id ?? '' })}
          >
            Only this {kindNames[subject.kind].toLowerCase()}
          </Button>
        )}
        {who !== undefined && (
          <Button size="compact-xs" variant="default" onClick={() => onOnly({ ...noFilter, actor: who })}>
            Only {actor.userId === undefined ? 'this key' : 'this person'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
