import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';

import type { Account } from '../../api/types';
import { isAcceptable } from './password';
import { PasswordRules } from './PasswordRules';

interface SetupFormProps {
  /** What the form does, such as “Create the first account”. */
  label: string;
  /** The words on its button. */
  action: string;
  isBusy: boolean;
  onSubmit: (account: Account) => void;
  /** What the last attempt left behind, above the button. */
  children: ReactNode;
}

const blank: Account = { name: '', email: '', password: '' };
const rulesId = 'password-rules';

/** Asks for name, e-mail and password, and shows the password's rules while typing. */
export function SetupForm({ label, action, isBusy, onSubmit, children }: SetupFormProps) {
  const [account, setAccount] = useState(blank);
  const change = (field: keyof Account) => (event: FormEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    setAccount((current) => ({ ...current, [field]: value }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(account)) onSubmit(trimmed(account));
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="lg">
        <TextInput
          label="Name"
          value={account.name}
          onChange={change('name')}
          autoComplete="name"
          maxLength={128}
          required
          withAsterisk={false}
        />
        <TextInput
          label="E-mail"
          type="email"
          value={account.email}
          onChange={change('email')}
          autoComplete="username"
          maxLength={254}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label="Password"
          value={account.password}
          onChange={change('password')}
          autoComplete="new-password"
          aria-describedby={rulesId}
          required
          withAsterisk={false}
        />
        <PasswordRules id={rulesId} password={account.password} email={account.email} />
        {children}
        <Button type="submit" loading={isBusy} disabled={!isComplete(account)}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}

function isComplete({ name, email, password }: Account): boolean {
  return name.trim() !== '' && email.trim() !== '' && isAcceptable(password, email);
}

function trimmed(account: Account): Account {
  return { ...account, name: account.name.trim(), email: account.email.trim() };
}
