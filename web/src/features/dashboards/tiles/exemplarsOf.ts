import type { TileContent, TileExemplar } from '../../../api/stack.gen';
import type { ChartContent, ChartSeries, Exemplar } from '../../../components/chart/types';
import { short, type Formatter } from '../../../number';
import { columnsOf } from '../cells';

const none: Exemplar[] = [];

/** The exemplars of a tile as its chart draws them, each in the colour of its series. */
export function exemplarsOf(
  { exemplars, ...shown }: TileContent,
  content: ChartContent,
  format: Formatter,
  color: string,
): Exemplar[] {
  if (exemplars === undefined) return none;
  const columns = columnsOf(shown, 'value');
  const places = new Map(columns.map(({ series }, at) => [series, at]));
  return exemplars.map((one) => {
    const series = seriesOf(one, content, places.get(one.item) ?? 0);
    const own = one.isValue ? (series?.format ?? format) : short;
    return {
      key: `${one.item} ${one.traceId} ${one.time}`,
      time: one.time,
      value: one.value,
      isValue: one.isValue,
      color: series?.color ?? color,
      title: own(one.value),
      facts: [['Trace', one.traceId], ...Object.entries(one.labels).toSorted()],
      to: `/traces/${one.traceId}`,
      search: one.spanId === undefined ? {} : { span: one.spanId },
      ...(series !== undefined && { series: series.name }),
    };
  });
}

/** The series that an exemplar belongs to; the only one where it does not say. */
function seriesOf({ group }: TileExemplar, { series }: ChartContent, value: number): ChartSeries | undefined {
  const able = series.filter(({ of }) => of?.value === value);
  if (group === undefined) return able.length === 1 ? able[0] : undefined;
  return able.find(({ of }) => of?.group.join('\0') === group.join('\0'));
}
