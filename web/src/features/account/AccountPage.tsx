import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '../../api/queries';
import { roleName, usesStack } from '../../api/roles';
import { Facts } from '../parts/Facts';
import { Frame, Section } from '../parts/Frame';
import { ClaimPanel } from '../setup/ClaimPanel';
import { signInMethodsQuery } from './calls';
import { PasswordSection } from './PasswordSection';
import { SessionsSection } from './SessionsSection';
import { TwoFactorSection } from './TwoFactorSection';

/** Who is signed in, how they prove it, and where. */
export function AccountPage() {
  const session = useQuery(sessionQuery).data;
  const methods = useQuery(signInMethodsQuery);
  if (session === null || session === undefined) return null;
  const providers = methods.data?.identities.map(({ provider }) => provider).join(', ') ?? '';
  // Where it is not known, sending the form finds out.
  const hasPassword = methods.isError || methods.data?.hasPassword === true;
  return (
    <Frame title="Account">
      <Stack gap="xl">
        <Section title="Your account">
          <Facts
            facts={[
              { name: 'Name', value: session.user.name },
              { name: 'E-mail', value: session.user.email },
              { name: 'Role in the organization', value: roleName(session.role) },
              { name: 'Role in this team', value: session.teamRole || 'None' },
              ...(providers === '' ? [] : [{ name: 'Single sign-on', value: providers }]),
            ]}
          />
          {!usesStack(session) && session.role === 'member' && (
            <Text size="sm" role="status">
              You have no role in this team yet. Ask an admin of the team for one.
            </Text>
          )}
        </Section>
        <ClaimPanel />
        <SessionsSection />
        {hasPassword && (
          <>
            <PasswordSection email={session.user.email} />
            <TwoFactorSection />
          </>
        )}
      </Stack>
    </Frame>
  );
}
