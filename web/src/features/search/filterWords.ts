import { emptyWord } from '../../components/signs';
import type { Source } from '../../api/stack.gen';
import { exactText, fieldFormat } from '../../charting/fieldFormat';
import { writeQuantity } from '../../quantity';
import type { Filter } from './where';

/** What a filter asks for, with the unit of its field. */
export function filterText({ expression, values, range }: Filter, source: Source): string {
  const format = fieldFormat(expression, source);
  if (range === undefined)
    return values.map((value) => (value === '' ? emptyWord : exactText(value, format))).join(', ');
  const [min, max] = [range.min, range.max].map((end) => (end === undefined ? '' : writeQuantity(end, format)));
  if (max === '') return `at least ${min}`;
  return min === '' ? `at most ${max}` : `${min} – ${max}`;
}
