import type { Source } from '../../api/stack.gen';
import type { Attribute } from '../../components/Attributes';
import type { TraceModel, TraceSpan } from '../../components/trace/model';
import { absoluteRange, type TimeRange, type TimeSpan } from '../../time/range';
import { searchFor, type Address } from '../drill/address';
import type { Way } from '../drill/spot';
import { only, type Filter } from '../search/where';

/** Clocks of senders differ, and records of a trace may be late. */
const roomMs = 60_000;
const minutesMs = 15 * 60_000;

/** A trace with the sources that its rows are in. */
export interface TracePlace {
  id: string;
  model: TraceModel;
  source: Source;
  /** Id of the source of its log records; empty for none. */
  logSourceId: string;
}

/** The time range that a trace lies in: the one of the page, as long as the trace is in it. */
export function rangeWith({ startedAt, length }: TraceModel, span: TimeSpan, range: TimeRange): TimeRange {
  if (startedAt >= span.start && startedAt + length <= span.end) return range;
  return absoluteRange(startedAt - minutesMs, startedAt + length + minutesMs);
}

/** The traces that have a span with a value, or with another one. */
export function filterAddress(
  { field, expression, value }: Attribute,
  isExcluding: boolean,
  range: TimeRange,
): Address {
  const filters: Filter[] = [{ field, expression, values: [value], isExcluding }];
  return { to: '/traces', search: { ...range, filters, spans: 'all' } };
}

/** The ways from a span to its rows, and those of its trace, around its time. */
export function waysOf({ id, model, source, logSourceId }: TracePlace, span: TraceSpan): Way[] {
  const range = absoluteRange(model.startedAt - roomMs, model.startedAt + model.length + roomMs);
  const rows = (name: string, sourceId: string, filter: Filter): Way[] => {
    const address = sourceId === '' ? null : searchFor({ sourceId, conditions: [], filters: [filter] }, range);
    return address === null ? [] : [{ name, address }];
  };
  return [
    ...rows('This span', source.id, only('SpanId', span.id)),
    ...rows('Log records of the span', logSourceId, only('SpanId', span.id)),
    ...rows('All spans of the trace', source.id, only('TraceId', id)),
    ...rows('All log records of the trace', logSourceId, only('TraceId', id)),
  ];
}

/** The traces that have the same step. */
export function alikeWay({ service, name }: TraceSpan, range: TimeRange): Way {
  const filters = [only('ServiceName', service), only('SpanName', name)];
  return {
    name: 'Traces with this operation',
    address: { to: '/traces', search: { ...range, filters, spans: 'all' } },
  };
}
