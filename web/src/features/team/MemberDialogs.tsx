import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { createPasswordLink, removeMemberSecondFactor, resetPassword } from '../../api/calls';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { SecretDialog } from '../parts/Secret';
import { removeMember } from './calls';
import type { Member } from './types';

/** What an admin does to the account of a member. */
export type MemberAction = 'remove' | 'password' | 'two-factor';

interface MemberDialogProps {
  member: Member;
  action: MemberAction;
  onRemoved: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is done to the account of a member. */
export function MemberDialog({ member, action, onRemoved, onClose }: MemberDialogProps) {
  switch (action) {
    case 'remove':
      return (
        <ConfirmDialog
          title="Remove member"
          confirm="Remove member"
          onConfirm={() => removeMember(member.id).then(onRemoved)}
          onClose={onClose}
        >
          <b>{member.email}</b> loses access to this team at once, and their personal access keys stop working.
          Dashboards and alerts are kept.
        </ConfirmDialog>
      );
    case 'password':
      return <ResetPassword member={member} onClose={onClose} />;
    case 'two-factor':
      return (
        <ConfirmDialog
          title="Reset two-factor authentication"
          confirm="Turn it off"
          onConfirm={() => removeMemberSecondFactor(member.id)}
          onClose={onClose}
        >
          The password alone is enough for <b>{member.email}</b> to sign in, until they turn it on again. Be sure that
          it is them who asked.
        </ConfirmDialog>
      );
  }
}

/** A link keeps the old password until it is used; a password is replaced at once. */
type Way = 'link' | 'password';

function ResetPassword({ member, onClose }: { member: Member; onClose: () => void }) {
  const [way, setWay] = useState<Way>('link');
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <SecretDialog
        title={way === 'link' ? `Password link of ${member.email}` : `New password of ${member.email}`}
        secrets={[{ label: way === 'link' ? 'Link' : 'Password', value: secret }]}
        {...(way === 'link' && { note: 'It works once, within 24 hours. Send it over a channel that you trust.' })}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Reset password"
      submit={way === 'link' ? 'Create link' : 'Reset password'}
      content={way}
      onSubmit={async () =>
        setSecret(way === 'link' ? (await createPasswordLink(member.id)).url : await resetPassword(member.id))
      }
      // What was made is shown next.
      onClose={() => undefined}
      onCancel={onClose}
      failure="The password was not reset"
    >
      <Text size="sm">
        <b>{member.email}</b> is signed out everywhere {way === 'link' ? 'once they have used it' : 'at once'}. Personal
        access keys keep working.
      </Text>
      <Radio.Group label="How" value={way} onChange={(chosen) => setWay(chosen === 'link' ? 'link' : 'password')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="link"
            label="One-time link"
            description="They choose a password. The old one works until then."
          />
          <Radio value="password" label="New password" description="It is set now and shown to you once." />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
