import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Role } from '../../api/roles';
import { useMay } from '../../api/useMay';
import { RoleField } from '../cloud/RoleField';
import { InviteForm } from '../parts/InviteForm';
import { useDone } from '../parts/useDone';
import { invitationsQuery, invite, membersQuery } from './calls';
import { readOnlyRole, teamQuery } from './roleCalls';
import { RoleSelect } from './RoleSelect';
import { useIsManaging } from './useIsManaging';

interface InviteDialogProps {
  onMade: (made: { email: string; url?: string }) => void;
  onClose: () => void;
}

/** Invites somebody to the team. Only admins of the organization give roles in it. */
export function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const usual = useQuery({ ...teamQuery, enabled: useMay()('read:Team') }).data?.defaultUserRole ?? null;
  const isManaging = useIsManaging();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [chosenRole, setRole] = useState<Role | null>(null);
  const [chosenTeamRole, setTeamRole] = useState<string | null>(null);
  const role = chosenRole ?? (isManaging && usual === null ? 'developer' : 'member');
  const roleId = chosenTeamRole ?? usual ?? readOnlyRole;
  const invited = useDone(invitationsQuery.queryKey);
  const joined = useDone(membersQuery.queryKey);
  const submit = async () => {
    onMade(
      await invite({
        email: email.trim(),
        ...(name.trim() !== '' && { name: name.trim() }),
        role,
        ...(role === 'member' && { roleId }),
      }),
    );
    await Promise.all([invited(), joined()]);
  };
  return (
    <InviteForm
      email={email}
      onEmail={setEmail}
      content={[name, chosenRole, chosenTeamRole]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Optional."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={256}
      />
      {isManaging && <RoleField label="Role in the organization" role={role} onChange={setRole} />}
      {role === 'member' && <RoleSelect label="Role in the team" value={roleId} onChange={setTeamRole} />}
    </InviteForm>
  );
}
