import { ActionIcon, Anchor, Box, Button, Menu, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { Attributes, type Attribute } from '../../components/Attributes';
import { Icon } from '../../components/Icon';
import { attributesOf } from '../../components/rowAttributes';
import { valueWords } from '../../components/signs';
import { TelemetryText } from '../../components/TelemetryText';
import type { SpanLink, TraceSpan } from '../../components/trace/model';
import { percent } from '../../number';
import { duration } from '../../time/format';
import type { Way } from '../drill/spot';
import { TraceLogs } from './TraceLogs';
import classes from './traces.module.css';

interface SpanPanelProps {
  span: TraceSpan;
  /** How long it was busy itself, in milliseconds. */
  selfMs: number;
  logs: Row[];
  /** Whose units its numbers have. */
  source: Source | undefined;
  /** Ways to its rows elsewhere. */
  ways: Way[];
  onFilter: (attribute: Attribute, isExcluding: boolean) => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** All that one span says. */
export function SpanPanel({ span, selfMs, logs, source, ways, onFilter, onClose, ref }: SpanPanelProps) {
  const own = logs.filter((log) => log.SpanId === span.id);
  return (
    <Box component="aside" ref={ref} tabIndex={-1} data-layer className={classes.side} aria-label="Span">
      <div className={classes.sideHead}>
        <h2>
          <TelemetryText text={span.name} isOneLine isName />
        </h2>
        <OpenMenu ways={ways} />
        <Tooltip label="Close span (Esc)">
          <ActionIcon variant="subtle" color="gray" aria-label="Close span" onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      </div>
      <p className={classes.times}>
        {duration(span.length * 1e6)}, {duration(selfMs * 1e6)} of it self
        {span.length > 0 && ` (${percent(selfMs / span.length)})`}
      </p>
      {span.message !== '' && (
        <p className={classes.message}>
          <TelemetryText text={span.message} />
        </p>
      )}
      {attributesOf(span.row, source).map(({ label, attributes }) => (
        <Attributes
          key={label}
          label={label}
          attributes={attributes}
          onInclude={(attribute) => onFilter(attribute, false)}
          onExclude={(attribute) => onFilter(attribute, true)}
        />
      ))}
      {span.events.map((event, at) => (
        <Attributes
          key={at}
          label={`Event ${valueWords(event.name)} after ${duration((event.at - span.start) * 1e6)}`}
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

function OpenMenu({ ways }: { ways: Way[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" rightSection={<Icon name="down" size={12} />}>
          Open in…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ name, address }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon name={address.to === '/search' ? 'search' : 'trace'} size={14} />}
            renderRoot={(props) => <Link to={address.to} search={address.search as never} {...props} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
