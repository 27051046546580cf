import { Button, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { May } from '../../components/May';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import partClasses from '../parts/parts.module.css';
import { Rows, type Column } from '../parts/Rows';
import { State } from '../parts/State';
import { useDone } from '../parts/useDone';
import { connectionsQuery, deleteSource, sourcesQuery } from './calls';
import { SourceDialog } from './SourceDialog';
import { tableOf } from './sourceBody';
import type { Source } from './types';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Kind' },
  { label: 'Connection' },
  { label: 'Table' },
  { label: 'State' },
  { label: 'Actions', isHidden: true },
];

/** What can be searched and charted, and which of its columns mean what. */
export function SourcesSection() {
  const sources = useQuery(sourcesQuery);
  const [edited, setEdited] = useState<Source | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Source | null>(null);
  const done = useDone(sourcesQuery.queryKey);
  const button = (
    <May do="create:Source">
      <Button size="xs" onClick={() => setEdited('new')}>
        Create source
      </Button>
    </May>
  );
  return (
    <Section
      title="Sources"
      lead="What can be searched and charted: a table and the meaning of its columns."
      actions={button}
    >
      <Loaded query={sources} subject="The sources">
        {(list) =>
          list.length === 0 ? (
            <Empty title="No sources">Create one for a table of logs, spans or metrics.</Empty>
          ) : (
            <SourceRows sources={list} onEdit={setEdited} onDelete={setLeaving} />
          )
        }
      </Loaded>
      {edited !== null && <SourceDialog source={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title="Delete source"
          confirm="Delete source"
          onConfirm={() => deleteSource(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          <b>{leaving.name}</b> will be deleted; its table and rows are kept. Dashboards and saved searches that use it
          are kept, too, and show that the source is missing; their alerts fail.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface SourceRowsProps {
  sources: Source[];
  onEdit: (source: Source) => void;
  onDelete: (source: Source) => void;
}

function SourceRows({ sources, onEdit, onDelete }: SourceRowsProps) {
  const connections = useQuery(connectionsQuery).data ?? [];
  const nameOf = (id: string) => connections.find((one) => one.id === id)?.name ?? '';
  return (
    <Rows label="Sources" columns={columns}>
      {sources.map((source) => (
        <Table.Tr key={source.id}>
          <Table.Td fw={500}>{source.name}</Table.Td>
          <Table.Td>{source.kind}</Table.Td>
          <Table.Td>{nameOf(source.connection)}</Table.Td>
          <Table.Td className={partClasses.mono}>{tableOf(source)}</Table.Td>
          <Table.Td>{source.disabled ? <State tone="quiet">Off</State> : <State tone="good">On</State>}</Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap" justify="flex-end">
              <May do="update:Source">
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => onEdit(source)}
                  aria-label={`Edit ${source.name}`}
                >
                  Edit
                </Button>
              </May>
              <May do="delete:Source">
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  onClick={() => onDelete(source)}
                  aria-label={`Delete ${source.name}`}
                >
                  Delete
                </Button>
              </May>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
