import { Stack } from '@mantine/core';

import { useMay } from '../../api/useMay';
import {
  accessKeysQuery,
  createAccessKey,
  createIngestionKey,
  ingestionKeysQuery,
  revokeAccessKey,
  revokeIngestionKey,
} from './calls';
import { tryAccessKey, tryIngestionKey } from './hints';
import { KeyList, type KeyKind } from './KeyList';

/** One's own keys: its holder acts as this person. */
const accessKeys: KeyKind = {
  title: 'Personal access keys',
  lead: 'For programs that call the API as you. Send one as “Authorization: Bearer …”.',
  noun: 'access key',
  query: accessKeysQuery,
  canExpire: true,
  canBeLimited: true,
  nameHint: 'Where it will be used, such as “deploy pipeline”.',
  empty:
    'Create one to call the API from a script or a tool such as Terraform. A key has the same permissions as you in this team, or fewer with a role of its own.',
  farewell: (name) => (
    <>
      Programs that use <b>{name}</b> lose access at once. This can’t be undone.
    </>
  ),
  hint: (addresses, key) => tryAccessKey(addresses?.stack ?? '', key),
  create: createAccessKey,
  revoke: revokeAccessKey,
};

/** The team's keys for sending telemetry; they can't read. */
const ingestionKeys: KeyKind = {
  title: 'Ingestion keys',
  lead: 'For collectors and SDKs that send telemetry to this team. They can’t read anything.',
  noun: 'ingestion key',
  query: ingestionKeysQuery,
  canExpire: false,
  canBeLimited: false,
  needs: { create: 'create:Source', revoke: 'delete:Source' },
  nameHint: 'Who sends with it, such as “production collector”.',
  empty:
    'Create one and give it to an OpenTelemetry collector or SDK; its telemetry shows up in Search within seconds.',
  farewell: (name) => (
    <>
      Telemetry sent with <b>{name}</b> is rejected at once. Whether senders keep it for a retry depends on their
      configuration.
    </>
  ),
  hint: (addresses, key) => tryIngestionKey(addresses?.otlpHttp ?? '', key),
  create: createIngestionKey,
  revoke: revokeIngestionKey,
};

/** Both kinds of keys: what programs act with, and what telemetry is sent with. */
export function KeysSection() {
  const may = useMay();
  return (
    <Stack gap="xl">
      <KeyList kind={accessKeys} />
      {may('read:Source') && <KeyList kind={ingestionKeys} />}
    </Stack>
  );
}
