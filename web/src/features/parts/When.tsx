import { ago, fullTime } from './time';
import { useNow } from './useNow';

interface WhenProps {
  /** RFC 3339; null or absent shows the word for never. */
  at: string | null | undefined;
  never?: string;
}

/** A time as people say it, with the exact one on hover. */
export function When({ at, never = 'Never' }: WhenProps) {
  const now = useNow();
  if (at === null || at === undefined) return <span>{never}</span>;
  return (
    <time dateTime={at} title={fullTime(at)}>
      {ago(Date.parse(at), now)}
    </time>
  );
}
