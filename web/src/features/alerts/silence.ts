import type { Member, Silence } from '../../api/stack.gen';
import { dateTime, type Zone } from '../../time/format';

/** An acknowledgement is a silence of a set length with this reason. */
const acknowledged = 'Acknowledged';
const acknowledgementMs = 3_600_000;
export const acknowledgementWords = 'No notifications for 1 hour';

/** The silence that an acknowledgement asks for. */
export function acknowledgement(now: number): { until: string; reason: string } {
  return { until: new Date(now + acknowledgementMs).toISOString(), reason: acknowledged };
}

export function isAcknowledgement({ reason }: Silence): boolean {
  return reason === acknowledged;
}

/** Who keeps an alert's notifications back, until when, and why; without who where the members are not known. */
export function silenceWords(silence: Silence, members: Member[] | undefined, zone: Zone): string {
  const until = dateTime(Date.parse(silence.until), zone);
  if (isAcknowledgement(silence)) return `Acknowledged${byWhom(silence, members)}: no notifications until ${until}`;
  return `Silenced${byWhom(silence, members)} until ${until}${silence.reason === '' ? '' : `: ${silence.reason}`}`;
}

function byWhom({ by }: Silence, members: Member[] | undefined): string {
  if (members === undefined) return '';
  const member = members.find(({ id }) => id === by);
  if (member === undefined) return ' by a former member';
  return ` by ${member.isCurrentUser ? 'you' : member.name || member.email}`;
}
