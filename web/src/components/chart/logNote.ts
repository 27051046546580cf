import { stackUp } from './stack';
import type { Axes, ChartContent, ChartKind } from './types';

/** Says what a logarithmic axis leaves out, as it has no place for it; null when everything is shown. */
export function logNote(
  content: ChartContent,
  kind: ChartKind,
  hidden: ReadonlySet<string>,
  { left, right }: Axes,
): string | null {
  const shown = content.series.filter(({ name }) => !hidden.has(name));
  const isOnLog = ({ isRight = false }: { isRight?: boolean }) => (isRight ? right : left)?.isLog === true;
  const drawn =
    kind === 'line'
      ? shown.filter(isOnLog).flatMap(({ values }) => values)
      : left?.isLog === true
        ? stackUp(shown).flat()
        : [];
  const what = [
    ...(drawn.includes(0) ? ['zeros'] : []),
    ...(drawn.some((value) => value !== null && value < 0) ? ['negative numbers'] : []),
  ].join(' and ');
  return what === '' ? null : `${what.charAt(0).toUpperCase()}${what.slice(1)} are not shown on a logarithmic axis`;
}
