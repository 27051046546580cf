import { useComputedColorScheme } from '@mantine/core';

import type { Row } from '../../api/telemetry';
import { severityColor } from '../../colors';
import { EmptyState } from '../../components/EmptyState';
import { Stamp } from '../../components/Stamp';
import { TelemetryText } from '../../components/TelemetryText';
import { preciseMs } from '../../components/trace/model';
import classes from './traces.module.css';

/** Log records in the order of time. */
export function TraceLogs({ logs }: { logs: Row[] }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  if (logs.length === 0)
    return (
      <EmptyState title="No log records" icon="trace">
        Records that carry the id of this trace are shown here.
      </EmptyState>
    );
  return (
    <>
      {logs.map((log, at) => (
        <div key={at} className={classes.log}>
          <Stamp ms={preciseMs(log.Timestamp)} />
          <span style={{ color: severityColor(String(log.SeverityText), scheme) }}>
            <TelemetryText text={String(log.SeverityText)} isOneLine />
          </span>
          <span className={classes.logText}>
            <TelemetryText text={String(log.Body)} />
          </span>
        </div>
      ))}
    </>
  );
}
