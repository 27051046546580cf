import { valueWords } from '../../components/signs';
import type { GroupValue } from '../../api/stack.gen';

/** A group as people read it: `ServiceName: cart`; empty for an alert without groups. */
export function groupText(group: GroupValue[]): string {
  return group.map(({ name, value }) => `${name}: ${valueWords(value)}`).join(', ');
}
