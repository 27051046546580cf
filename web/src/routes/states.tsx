import { Anchor, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';

import { ErrorPanel } from '../components/ErrorPanel';

/** Shown while a page is on its way. */
export function RoutePending() {
  return (
    <Center mih="100vh" p="xl">
      <Stack w="100%" maw={480} role="status" aria-label="Loading">
        <Skeleton h={32} w="40%" />
        <Skeleton h={120} />
      </Stack>
    </Center>
  );
}

/** Shown when a page can't be shown at all. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Center mih="100vh" p="xl">
      <ErrorPanel title="This page can’t be shown" error={error} onRetry={retry} />
    </Center>
  );
}

/** Shown for an address that is no page, or one of a team that the visitor is not in. */
export function RouteNotFound({ data }: { data?: unknown }) {
  const isForeignTeam = typeof data === 'object' && data !== null && 'isForeignTeam' in data;
  const [title, words] = isForeignTeam
    ? ['This link belongs to another team', 'You are not a member of that team. Ask who sent you the link.']
    : ['Page not found', 'The link may be old or mistyped.'];
  return (
    <Center mih="100vh" p="xl">
      <title>{`${title} · Cairn`}</title>
      <Stack gap="sm" align="center">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{words}</Text>
        <Anchor component={Link} to="/">
          Go to the overview
        </Anchor>
      </Stack>
    </Center>
  );
}
