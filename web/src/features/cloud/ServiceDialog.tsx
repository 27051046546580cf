import { NativeSelect, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { NewService, Organization, ServiceBody } from '../../api/cloud.gen';
import { sessionQuery } from '../../api/queries';
import { FormDialog } from '../parts/Dialogs';
import { useDone } from '../parts/useDone';
import { createService, servicesQuery } from './calls';
import { providerNames, regionsOf, type Provider } from './regions';

interface ServiceDialogProps {
  organization: Organization;
  onMade: (made: NewService) => void;
  onClose: () => void;
}

const memories = [8, 12, 16, 32, 64, 120, 236, 356].map((size) => ({ value: String(size), label: `${size} GB` }));

const fresh = {
  name: '',
  provider: 'aws' as Provider,
  region: 'us-east-1',
  least: '8',
  most: '16',
  replicas: 1,
  isIdling: true,
};
type Form = typeof fresh;

function bodyOf({ name, provider, region, least, most, replicas, isIdling }: Form): ServiceBody {
  return {
    name: name.trim(),
    provider,
    region,
    minReplicaMemoryGb: Number(least),
    maxReplicaMemoryGb: Number(most),
    numReplicas: replicas,
    idleScaling: isIdling,
  };
}

/** Creates a service. */
export function ServiceDialog({ organization, onMade, onClose }: ServiceDialogProps) {
  const [form, setForm] = useState(fresh);
  const change = (changed: Partial<Form>) => setForm({ ...form, ...changed });
  const queryClient = useQueryClient();
  const done = useDone(servicesQuery(organization.id).queryKey);
  const submit = async () => {
    onMade(await createService(organization.id, bodyOf(form)));
    // It has a team of its own.
    await Promise.all([done(), queryClient.invalidateQueries(sessionQuery)]);
  };
  return (
    <FormDialog
      title="Create service"
      submit="Create service"
      content={form}
      onSubmit={submit}
      onClose={onClose}
      isReady={form.name.trim() !== ''}
      size="lg"
    >
      <TextInput
        label="Name"
        description="Letters, digits, spaces and . _ - ( ) [ ]."
        value={form.name}
        maxLength={50}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <SimpleGrid cols={2} spacing="md">
        <PlaceFields form={form} onChange={change} />
        <NativeSelect
          label="Minimum memory per replica"
          value={form.least}
          data={memories}
          onChange={(event) => change({ least: event.currentTarget.value })}
        />
        <NativeSelect
          label="Maximum memory per replica"
          value={form.most}
          data={memories}
          onChange={(event) => change({ most: event.currentTarget.value })}
        />
        <NumberInput
          label="Replicas"
          value={form.replicas}
          min={1}
          max={20}
          onChange={(value) => change({ replicas: Number(value) })}
        />
      </SimpleGrid>
      <Switch
        label="Pause when idle"
        description="An idle service costs no compute and wakes up with the next request."
        checked={form.isIdling}
        onChange={(event) => change({ isIdling: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

interface PlaceFieldsProps {
  form: Form;
  onChange: (changed: Partial<Form>) => void;
}

function PlaceFields({ form, onChange }: PlaceFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Provider"
        value={form.provider}
        data={Object.entries(providerNames).map(([value, label]) => ({ value, label }))}
        onChange={(event) => {
          const provider = event.currentTarget.value as Provider;
          onChange({ provider, region: regionsOf[provider][0] ?? '' });
        }}
      />
      <NativeSelect
        label="Region"
        value={form.region}
        data={regionsOf[form.provider]}
        onChange={(event) => onChange({ region: event.currentTarget.value })}
      />
    </>
  );
}
