import type { AccessKey, Source } from '../../api/stack.gen';

export type { Connection, Invitation, Member, Source, Webhook } from '../../api/stack.gen';

/** A personal access key, or an ingestion key; `key` is there when it was just made, and never again. */
export type TeamKey = Omit<AccessKey, 'expireAt' | 'roleId'> & Partial<Pick<AccessKey, 'expireAt' | 'roleId'>>;

export type SourceKind = Source['kind'];
