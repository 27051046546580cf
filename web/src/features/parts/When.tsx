import { dateTime } from '../../time/format';
import { useZone, zoneWords } from '../../time/zone';
import { ago } from './time';
import { useNow } from './useNow';

interface WhenProps {
  /** RFC 3339; null or absent shows the word for never. */
  at: string | null | undefined;
  never?: string;
}

/** A time as people say it, with the exact one on hover. */
export function When({ at, never = 'Never' }: WhenProps) {
  const now = useNow();
  const [zone] = useZone();
  if (at === null || at === undefined) return <span>{never}</span>;
  return (
    <time dateTime={at} title={`${dateTime(Date.parse(at), zone)} ${zoneWords(zone)}`}>
      {ago(Date.parse(at), now)}
    </time>
  );
}
