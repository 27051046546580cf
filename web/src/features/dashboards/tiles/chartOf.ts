import type { TileContent } from '../../../api/stack.gen';
import { layOut, withPrevious } from '../../../charting/content';
import type { Scheme } from '../../../colors';
import type { ChartContent } from '../../../components/chart/types';
import type { TimeSpan } from '../../../time/range';
import { cellsOf, columnsOf } from '../cells';
import { distinctNames } from './look';

/** Rows upon a grid of times, with those of the period before under them. */
export function chartOf(shown: TileContent, span: TimeSpan, scheme: Scheme): ChartContent {
  const reading = {
    names: distinctNames(columnsOf(shown, 'value')),
    span,
    gap: null,
    scheme,
    stepSeconds: shown.stepSeconds,
  };
  const now = layOut(cellsOf(shown), reading);
  return shown.previous === undefined ? now : withPrevious(now, layOut(cellsOf(shown, shown.previous), reading));
}
