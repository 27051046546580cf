import { Anchor, Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Row } from '../../api/telemetry';
import { Attributes, type Attribute } from '../../components/Attributes';
import { attributesOf } from '../../components/rowAttributes';
import { TelemetryText } from '../../components/TelemetryText';
import type { SpanLink, TraceSpan } from '../../components/trace/model';
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
        <h2>
          <TelemetryText text={span.name} isOneLine />
        </h2>
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
          attributes={listed(event.attributes, { name: event.name })}
        />
      ))}
      {span.links.length > 0 && <Links links={span.links} />}
      {own.length > 0 && (
        <section aria-label="Log records of the span">
          <TraceLogs logs={own} />
        </section>
      )}
    </Box>
  );
}

/** The spans that a span names, each with a way to it. */
function Links({ links }: { links: SpanLink[] }) {
  return (
    <section aria-label="Links">
      <h3 className={classes.sideTitle}>Links</h3>
      {links.map(({ traceId, spanId, attributes }, at) => (
        <div key={at}>
          <Anchor
            className={classes.link}
            size="sm"
            renderRoot={(props) => (
              <Link to="/traces/$traceId" params={{ traceId }} search={{ span: spanId }} {...props} />
            )}
          >
            Trace {traceId}, span {spanId}
          </Anchor>
          <Attributes label={`Attributes of link ${at + 1}`} attributes={listed(attributes)} />
        </div>
      ))}
    </section>
  );
}

/** Attributes, or something else when there are none. */
function listed(attributes: Record<string, unknown>, otherwise: Record<string, unknown> = {}): Attribute[] {
  const entries = Object.entries(attributes);
  return (entries.length === 0 ? Object.entries(otherwise) : entries).map(([key, value]) => ({
    name: key,
    field: key,
    expression: key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
