import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { valueWords } from '../../components/signs';
import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { View } from '../../components/View';
import { counted, short } from '../../number';
import type { TimeSpan } from '../../time/range';
import { boxHeight, boxWidth, callsOf, layOut, type Call, type Place } from './callMap';
import { mapQuery, requests } from './queries';
import classes from './services.module.css';

/** Which service calls which, from the newest spans. */
export function CallMapView({ source, span }: { source: Source; span: TimeSpan }) {
  const spans = useQuery(mapQuery(source, span));
  const empty = (
    <EmptyState title="No spans in this time range" icon="service">
      Try a longer time range.
    </EmptyState>
  );
  return (
    <View<Row[]>
      query={spans}
      failure="The calls could not be loaded"
      isEmpty={(rows) => rows.length === 0}
      empty={empty}
    >
      {(rows) => <CallDrawing rows={rows} />}
    </View>
  );
}

const margin = 8;
/** For the lines that leave the last column at its right. */
const sideRoom = 64;
const lineMin = 1.2;
const lineMax = 6;

function CallDrawing({ rows }: { rows: Row[] }) {
  const map = useMemo(() => layOut([...new Set(rows.map((row) => String(row.ServiceName)))], callsOf(rows)), [rows]);
  const places = new Map(map.places.map((place) => [place.name, place]));
  const colors = useServiceColors(map.places.map(({ name }) => name));
  const most = Math.max(1, ...map.calls.map(({ count }) => count));
  return (
    <>
      <div className={classes.map}>
        <svg
          width={map.width + 2 * margin + sideRoom}
          height={map.height + 2 * margin}
          role="group"
          aria-label={describeCalls(map.calls)}
        >
          <g transform={`translate(${margin} ${margin})`}>
            {map.calls.map((call) => (
              <CallLine
                key={`${call.from} ${call.to}`}
                call={call}
                from={places.get(call.from)}
                to={places.get(call.to)}
                width={lineMin + (lineMax - lineMin) * (call.count / most)}
              />
            ))}
            {map.places.map((place) => (
              <ServiceBox key={place.name} place={place} color={colors.get(place.name) ?? ''} />
            ))}
          </g>
        </svg>
      </div>
      <Text size="xs" c="dimmed" mt="sm">
        Calls in the newest {counted(rows.length, 'span')}. Lines grow with their number; red ones had errors. A line
        leads to the requests of the called service, from all callers.
      </Text>
    </>
  );
}

/** A span does not say who called it: the link leads to the requests of all callers, and its words say so. */
function callWords({ from, to, count, errors }: Call): string {
  const [caller, called] = [valueWords(from), valueWords(to)];
  return `${caller} calls ${called}: ${counted(count, 'call')}, ${counted(errors, 'error')} in the newest spans. Click for the requests of ${called} from all callers.`;
}

function describeCalls(calls: Call[]): string {
  return calls.length === 0
    ? 'No calls'
    : calls
        .map(({ from, to, count }) => `${valueWords(from)} calls ${valueWords(to)} ${counted(count, 'time')}`)
        .join(', ');
}

interface CallLineProps {
  call: Call;
  from: Place | undefined;
  to: Place | undefined;
  width: number;
}

function CallLine({ call, from, to, width }: CallLineProps) {
  if (from === undefined || to === undefined) return null;
  const isAside = from.x >= to.x;
  // A call within a column, or back, leaves and enters at the right.
  const [x1, y1, x2, y2] = [
    from.x + boxWidth,
    from.y + boxHeight / 2,
    isAside ? to.x + boxWidth : to.x,
    to.y + boxHeight / 2,
  ];
  const bend = Math.max(40, Math.abs(x2 - x1) / 2);
  const [bend1, bend2] = [x1 + bend, isAside ? x2 + bend : x2 - bend];
  const line = `M${x1} ${y1} C${bend1} ${y1} ${bend2} ${y2} ${x2} ${y2}`;
  return (
    <Link
      to="/traces"
      search={{ service: call.to, q: requests }}
      aria-label={`Requests of ${valueWords(call.to)} from all callers; ${short(call.count)} from ${valueWords(call.from)} in the newest spans`}
    >
      <g className={classes.call} data-error={call.errors > 0 || undefined}>
        <title>{callWords(call)}</title>
        <path className={classes.reach} d={line} />
        <path d={line} strokeWidth={width} />
        <text x={(x1 + x2 + 3 * (bend1 + bend2)) / 8} y={(y1 + y2) / 2 - 4}>
          {short(call.count)}
        </text>
      </g>
    </Link>
  );
}

function ServiceBox({ place, color }: { place: Place; color: string }) {
  const name = valueWords(place.name);
  return (
    <Link to="/services/$name" params={{ name: place.name }} aria-label={name}>
      <g className={classes.box} transform={`translate(${place.x} ${place.y})`}>
        <rect width={boxWidth} height={boxHeight} rx={4} />
        <rect className={classes.edge} width={4} height={boxHeight} rx={2} fill={color} data-swatch />
        <text x={16} y={boxHeight / 2 + 4}>
          {name.length > 18 ? `${name.slice(0, 17)}…` : name}
        </text>
      </g>
    </Link>
  );
}
