import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { installationQuery } from '../../api/queries';
import { ErrorPanel } from '../../components/ErrorPanel';
import { beginSSO } from './sso';

interface ProviderButtonsProps {
  /** Path of the page to come back to. */
  from: string;
}

/** A button for each single sign-on provider; nothing without one. */
export function ProviderButtons({ from }: ProviderButtonsProps) {
  const providers = useQuery(installationQuery).data?.providers ?? [];
  const leaving = useMutation({
    mutationFn: (provider: string) => beginSSO(provider, from),
    onSuccess: (url) => location.assign(url),
    meta: { isEntry: true },
  });
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          // The page of the provider takes a moment to open.
          loading={(leaving.isPending || leaving.isSuccess) && leaving.variables === id}
          onClick={() => leaving.mutate(id)}
        >
          Sign in with {name}
        </Button>
      ))}
      {leaving.isError && <ErrorPanel title="Sign-in failed" error={leaving.error} />}
    </Stack>
  );
}
