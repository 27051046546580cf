import type { ReactNode } from 'react';

import { EmailField } from '../../components/EmailField';
import { FormDialog } from './Dialogs';

interface InviteFormProps {
  email: string;
  onEmail: (email: string) => void;
  /** The rest of what is filled in. */
  content: unknown;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  /** The fields that follow the address. */
  children: ReactNode;
}

/** Asks whom to invite, to a team or to an organization. */
export function InviteForm({ email, onEmail, content, onSubmit, onClose, children }: InviteFormProps) {
  return (
    <FormDialog
      title="Invite member"
      submit="Create invitation"
      content={[email, content]}
      onSubmit={onSubmit}
      onClose={onClose}
      isReady={/.@./.test(email)}
    >
      <EmailField value={email} onChange={onEmail} data-autofocus />
      {children}
    </FormDialog>
  );
}
