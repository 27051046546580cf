import type { IconName } from '../components/Icon';

/** Something that the palette can open. */
export interface Thing {
  id: string;
  name: string;
  group: string;
  icon: IconName;
  to: string;
  search: Record<string, unknown>;
}
