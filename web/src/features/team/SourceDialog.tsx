import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';
import { useDone } from '../parts/useDone';
import mono from '../parts/mono.module.css';
import { connectionsQuery, createSource, replaceSource, sourcesQuery } from './calls';
import { expressionsOf, hasForm, sourceBody, sourceForm, type SourceForm } from './sourceBody';
import type { Source, SourceKind } from './types';

const kinds = [
  { value: 'log', label: 'Logs' },
  { value: 'trace', label: 'Traces' },
  { value: 'metric', label: 'Metrics' },
];

interface SourceDialogProps {
  /** Null to create one. */
  source: Source | null;
  onClose: () => void;
}

/** Creates a source or changes one. */
export function SourceDialog({ source, onClose }: SourceDialogProps) {
  const connections = useQuery(connectionsQuery).data ?? [];
  const own = connections.find((one) => one.own)?.id ?? '';
  const [form, setForm] = useState<SourceForm>(() => sourceForm(source, 'log', own));
  const done = useDone(sourcesQuery.queryKey);
  const submit = async () => {
    const body = sourceBody(form, source);
    await (source === null ? createSource(body) : replaceSource(source.id, body));
    await done();
  };
  const change = (changed: Partial<SourceForm>) => setForm({ ...form, ...changed });
  return (
    <FormDialog
      title={source === null ? 'Create source' : `Edit ${source.name}`}
      submit={source === null ? 'Create source' : 'Save source'}
      content={form}
      onSubmit={submit}
      onClose={onClose}
      isReady={form.name.trim() !== ''}
      size="lg"
    >
      <SimpleGrid cols={2} spacing="md">
        <TextInput
          label="Name"
          value={form.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          data-autofocus
        />
        <NativeSelect
          label="Kind"
          value={form.kind}
          disabled={source !== null}
          data={source === null ? kinds : [source.kind]}
          onChange={(event) =>
            setForm({ ...sourceForm(null, event.currentTarget.value as SourceKind, form.connection), name: form.name })
          }
        />
        <NativeSelect
          label="Connection"
          value={form.connection}
          data={connections.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(event) => change({ connection: event.currentTarget.value })}
        />
        <TextInput
          label="Database"
          value={form.database}
          onChange={(event) => change({ database: event.currentTarget.value })}
        />
        {form.kind !== 'metric' && (
          <TextInput
            label="Table"
            value={form.table}
            onChange={(event) => change({ table: event.currentTarget.value })}
          />
        )}
      </SimpleGrid>
      <Expressions form={form} onChange={(expressions) => change({ expressions })} />
      <Switch
        label="Enabled: it can be searched and charted"
        checked={form.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

interface ExpressionsProps {
  form: SourceForm;
  onChange: (expressions: Record<string, string>) => void;
}

function Expressions({ form, onChange }: ExpressionsProps) {
  if (!hasForm(form.kind)) return null;
  return (
    <SimpleGrid cols={2} spacing="md" component="fieldset" m={0} p={0} bd="0">
      {expressionsOf[form.kind].map(({ field, label }) => (
        <TextInput
          key={field}
          label={label}
          classNames={{ input: mono.input ?? '' }}
          size="xs"
          value={form.expressions[field] ?? ''}
          onChange={(event) => onChange({ ...form.expressions, [field]: event.currentTarget.value })}
        />
      ))}
    </SimpleGrid>
  );
}
