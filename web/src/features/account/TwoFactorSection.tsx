import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { counted } from '../../number';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { beginSecondFactor, removeSecondFactor, renewRecoveryCodes, secondFactorQuery, type Enrollment } from './calls';
import { EnrollDialog } from './EnrollDialog';
import { ProveDialog } from './ProveDialog';

type Step = 'turn on' | 'renew' | 'turn off';

/** Two-factor authentication: off, being set up, or on with recovery codes. */
export function TwoFactorSection() {
  const factor = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step | null>(null);
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const done = useDone(['account']);
  const close = () => setStep(null);
  return (
    <Section
      title="Two-factor authentication"
      lead="Signing in also asks for a code of an authenticator app on your phone. Access keys work as before."
    >
      <Loaded query={factor} subject="Two-factor authentication" height={60}>
        {({ isOn, recoveryCodesLeft }) =>
          isOn ? <On codesLeft={recoveryCodesLeft} onStep={setStep} /> : <Off onStep={setStep} />
        }
      </Loaded>
      {step === 'turn on' && (
        <ProveDialog
          title="Turn on two-factor authentication"
          submit="Continue"
          onProve={async (password) => setEnrollment(await beginSecondFactor(password))}
          onClose={close}
        />
      )}
      {step === 'renew' && (
        <ProveDialog
          title="New recovery codes"
          submit="Create codes"
          note="The codes that you have now stop working."
          onProve={async (password) => setCodes(await renewRecoveryCodes(password))}
          onClose={close}
        />
      )}
      {step === 'turn off' && (
        <ProveDialog
          title="Turn off two-factor authentication"
          submit="Turn off"
          note="Your password alone will be enough to sign in."
          onProve={(password) => removeSecondFactor(password).then(done)}
          onClose={close}
        />
      )}
      {enrollment !== null && (
        <EnrollDialog enrollment={enrollment} onDone={setCodes} onClose={() => setEnrollment(null)} />
      )}
      {codes !== null && (
        <SecretDialog
          title="Recovery codes"
          secrets={[{ label: 'Recovery codes', value: codes.join('\n') }]}
          note="Each signs you in once when you don’t have your phone. Keep them where you keep passwords."
          onClose={() => {
            setCodes(null);
            void done();
          }}
        />
      )}
    </Section>
  );
}

function Off({ onStep }: { onStep: (step: Step) => void }) {
  return (
    <Group justify="space-between">
      <Text size="sm">Off</Text>
      <Button size="xs" variant="default" onClick={() => onStep('turn on')}>
        Turn on
      </Button>
    </Group>
  );
}

function On({ codesLeft, onStep }: { codesLeft: number; onStep: (step: Step) => void }) {
  return (
    <Group justify="space-between">
      <Text size="sm">On, {counted(codesLeft, 'recovery code')} left</Text>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={() => onStep('renew')}>
          New recovery codes
        </Button>
        <Button size="xs" variant="default" onClick={() => onStep('turn off')}>
          Turn off
        </Button>
      </Group>
    </Group>
  );
}
