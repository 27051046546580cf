import { clockTime, dateTime, dayTime } from '../time/format';
import { useZone, zoneWords } from '../time/zone';

interface StampProps {
  /** Epoch milliseconds. */
  ms: number;
  form?: 'clock' | 'day' | 'full';
}

/** A time; its date and zone stand in the title. */
export function Stamp({ ms, form = 'clock' }: StampProps) {
  const [zone] = useZone();
  const text = form === 'clock' ? clockTime(ms, zone) : form === 'day' ? dayTime(ms, zone) : dateTime(ms, zone);
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${dateTime(ms, zone)} ${zoneWords(zone)}`}>
      {text}
    </time>
  );
}
