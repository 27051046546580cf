import { useQuery } from '@tanstack/react-query';

import { counted } from '../../number';
import { dateTime } from '../../time/format';
import { useZone } from '../../time/zone';
import type { NumberFormat } from '../../api/stack.gen';
import classes from './alerts.module.css';
import { evaluationsQuery } from './calls';
import { stripOf } from './spans';
import { valueText } from './valueText';

const windowsShown = 30;

interface StripProps {
  alertId: string;
  name: string;
  format: NumberFormat | undefined;
}

/** What the last windows said, the newest at the right. */
export function Strip({ alertId, name, format }: StripProps) {
  const { data } = useQuery(evaluationsQuery(alertId, windowsShown));
  const [zone] = useZone();
  const windows = stripOf(data ?? [], windowsShown);
  const firing = windows.filter(({ state }) => state === 'firing').length;
  return (
    <span
      className={classes.strip}
      role="img"
      aria-label={`${name}: ${firing} of the last ${counted(windows.length, 'window')} fired`}
    >
      {Array.from({ length: windowsShown - windows.length }, (_, at) => (
        <span key={`none ${at}`} className={classes.block} data-none />
      ))}
      {windows.map((window) => (
        <span
          key={window.windowEnd}
          className={classes.block}
          data-state={window.state}
          title={`${dateTime(Date.parse(window.windowEnd), zone)}: ${window.value === null ? 'no data' : valueText(window.value, format)}`}
        />
      ))}
    </span>
  );
}
