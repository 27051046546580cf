import { useQuery } from '@tanstack/react-query';

import { plain } from '../../number';
import { dateTime } from '../../time/format';
import { useZone } from '../../time/zone';
import classes from './alerts.module.css';
import { evaluationsQuery } from './calls';
import { stripOf } from './spans';

const windowsShown = 30;

/** What the last windows said, the newest at the right. */
export function Strip({ alertId, name }: { alertId: string; name: string }) {
  const { data } = useQuery(evaluationsQuery(alertId, windowsShown));
  const [zone] = useZone();
  const windows = stripOf(data ?? [], windowsShown);
  const firing = windows.filter(({ state }) => state === 'firing').length;
  return (
    <span
      className={classes.strip}
      role="img"
      aria-label={`${name}: ${firing} of the last ${windows.length} windows fired`}
    >
      {Array.from({ length: windowsShown - windows.length }, (_, at) => (
        <span key={`none ${at}`} className={classes.block} data-none />
      ))}
      {windows.map((window) => (
        <span
          key={window.windowEnd}
          className={classes.block}
          data-state={window.state}
          title={`${dateTime(Date.parse(window.windowEnd), zone)}: ${window.value === null ? 'no data' : plain(window.value)}`}
        />
      ))}
    </span>
  );
}
