import { Radio, Stack } from '@mantine/core';

import { roleMeanings, type MemberRole } from './roles';
import { stateWords } from './states';

interface RoleFieldProps {
  label?: string;
  role: MemberRole;
  onChange: (role: MemberRole) => void;
}

/** Chooses what a person may do in the organization. */
export function RoleField({ label = 'Role', role, onChange }: RoleFieldProps) {
  return (
    <Radio.Group label={label} value={role} onChange={(chosen) => onChange(chosen as MemberRole)}>
      <Stack gap="xs" mt="xs">
        {Object.entries(roleMeanings).map(([value, meaning]) => (
          <Radio key={value} value={value} label={stateWords(value)} description={meaning} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
