import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useMay } from '../../api/useMay';
import { rolesQuery } from './roleCalls';

interface RoleSelectProps extends Omit<NativeSelectProps, 'onChange' | 'value' | 'data'> {
  /** Empty for none. */
  value: string;
  onChange: (roleId: string) => void;
  /** What it means to choose none; absent when one has to be chosen. */
  none?: string;
  /** The name of the chosen role, for while the roles are not read. */
  chosen?: string;
}

/** Chooses a role of the team. */
export function RoleSelect({ value, onChange, none, chosen = '', ...field }: RoleSelectProps) {
  const roles = useQuery({ ...rolesQuery, enabled: useMay()('read:Role') }).data;
  const isKnown = value === '' || roles?.some(({ id }) => id === value) === true;
  const data = [
    ...(none !== undefined ? [{ value: '', label: none }] : []),
    ...(none === undefined && value === '' ? [{ value: '', label: 'No role', disabled: true }] : []),
    ...(isKnown ? [] : [{ value, label: chosen }]),
    ...(roles ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <NativeSelect {...field} value={value} data={data} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
