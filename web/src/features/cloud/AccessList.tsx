import { Button, Table, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { IpRule, Organization, Service } from '../../api/cloud.gen';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import mono from '../parts/mono.module.css';
import { changeService, servicesQuery } from './calls';
import { listText, lockedOut, readList, rulesChange } from './rules';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [{ label: 'Address or network' }, { label: 'Description' }];

interface AccessListProps {
  organization: Organization;
  service: Service;
}

/** From where a service can be reached without a private endpoint. */
export function AccessList({ organization, service }: AccessListProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useCloudMay()('control-plane:service:manage-ip-access-list') && (
    <Button size="xs" variant="default" onClick={() => setEditing(true)}>
      Edit access list
    </Button>
  );
  return (
    <Section
      title="IP access list"
      lead="Telemetry, dashboards and queries of the service are reached from these addresses only."
      actions={button}
    >
      {service.ipAccessList.length === 0 ? (
        <Empty title="No addresses" icon="link">
          The service can be reached through its private endpoints only.
        </Empty>
      ) : (
        <RuleRows rules={service.ipAccessList} />
      )}
      {isEditing && <EditDialogs organization={organization} service={service} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function RuleRows({ rules }: { rules: IpRule[] }) {
  return (
    <Rows label="IP access list" columns={columns}>
      {rules.map(({ source, description }) => (
        <Table.Tr key={source}>
          <Table.Td ff="monospace" fz="xs">
            {source}
          </Table.Td>
          <Table.Td>{description}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

/** The list as text, and the question behind it when it would lock out its author. */
function EditDialogs({ organization, service, onClose }: AccessListProps & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(listText(service.ipAccessList));
  const [outsider, setOutsider] = useState<string | null>(null);
  const save = async (force: boolean) => {
    const ipAccessList = rulesChange(service.ipAccessList, readList(text));
    await changeService(organization.id, service.id, { ipAccessList }, force);
    await queryClient.invalidateQueries({ queryKey: servicesQuery(organization.id).queryKey });
    onClose();
  };
  const trySave = () =>
    save(false).catch((error: unknown) => {
      const address = lockedOut(error);
      if (address === null) throw error;
      setOutsider(address);
    });
  if (outsider !== null) {
    return (
      <ConfirmDialog
        title="Lock yourself out?"
        confirm="Save and lock me out"
        onConfirm={() => save(true)}
        onClose={onClose}
        onCancel={() => setOutsider(null)}
      >
        Your address{outsider !== '' && <b> {outsider}</b>} is not in the list. You will no longer see the telemetry and
        dashboards of {service.name} from here. You can still edit this list.
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      title="Edit access list"
      content={text}
      submit="Save list"
      onSubmit={trySave}
      onClose={() => undefined}
      onCancel={onClose}
    >
      <Textarea
        label="Allowed from"
        description="One IP address or network per line, with a description after it. Leave empty to allow private endpoints only."
        placeholder="203.0.113.0/24 Office"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={16}
        classNames={{ input: mono.input ?? '' }}
        data-autofocus
      />
    </FormDialog>
  );
}
