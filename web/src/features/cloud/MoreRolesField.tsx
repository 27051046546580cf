import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { rolesQuery } from './roleCalls';

interface MoreRolesFieldProps {
  organization: string;
  chosen: string[];
  onChange: (ids: string[]) => void;
  /** An admin has every permission, and no further roles. */
  isAdmin: boolean;
}

/** Chooses roles that the organization made; nothing where it has none. */
export function MoreRolesField({ organization, chosen, onChange, isAdmin }: MoreRolesFieldProps) {
  const custom = useQuery(rolesQuery(organization)).data?.filter(({ type }) => type === 'custom') ?? [];
  if (custom.length === 0 || isAdmin) return null;
  return (
    <Checkbox.Group label="More roles" value={chosen} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {custom.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
