import { Box } from '@mantine/core';

import type { Row } from '../../api/telemetry';
import { Attributes, type Attribute } from '../../components/Attributes';
import { attributesOf } from '../../components/rowAttributes';
import type { SpanEvent, TraceSpan } from '../../components/trace/model';
import { duration } from '../../time/format';
import { TraceLogs } from './TraceLogs';
import classes from './traces.module.css';

interface SpanPanelProps {
  span: TraceSpan;
  logs: Row[];
}

/** All that one span says. */
export function SpanPanel({ span, logs }: SpanPanelProps) {
  const own = logs.filter((log) => log.SpanId === span.id);
  return (
    <Box component="aside" className={classes.side} aria-label="Span">
      <div className={classes.sideHead}>
        <h2>{span.name}</h2>
        <span>{duration(span.length * 1e6)}</span>
      </div>
      {span.message !== '' && <p className={classes.message}>{span.message}</p>}
      {attributesOf(span.row).map(({ label, attributes }) => (
        <Attributes key={label} label={label} attributes={attributes} />
      ))}
      {span.events.map((event) => (
        <Attributes
          key={`${event.name} ${event.at}`}
          label={`Event ${event.name} after ${duration((event.at - span.start) * 1e6)}`}
          attributes={eventAttributes(event)}
        />
      ))}
      {own.length > 0 && (
        <section aria-label="Log records of the span">
          <TraceLogs logs={own} />
        </section>
      )}
    </Box>
  );
}

function eventAttributes({ name, attributes }: SpanEvent): Attribute[] {
  const entries = Object.entries(attributes);
  const shown = entries.length === 0 ? [['name', name] as const] : entries;
  return shown.map(([key, value]) => ({
    name: key,
    field: key,
    expression: key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
