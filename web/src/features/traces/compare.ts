import type { FieldValues, SearchField } from '../../api/stack.gen';

/** A value that is more frequent among the selected spans than among the others; both are shares. */
export interface Difference {
  field: SearchField;
  value: string;
  selected: number;
  rest: number;
}

/** What was found out about a selection. */
export interface Comparison {
  selectedCount: number;
  restCount: number;
  /** One value of each field, the largest difference first. */
  differences: Difference[];
}

/** So many fields are asked for, which is what the API allows at once, and so many are shown. */
const askedMax = 20;
const shownMax = 12;
/** So many values of a field are asked for. */
export const comparedValues = 50;
/** Smaller differences are noise. */
const differenceMin = 0.01;

/** The fields that are worth comparing: columns, then the attributes that most spans have. */
export function comparedFields(fields: SearchField[]): SearchField[] {
  const texts = fields.filter(({ type }) => type === 'text');
  return [
    ...texts.filter(({ key }) => !key),
    ...texts.filter(({ key }) => key).toSorted((one, other) => other.rows - one.rows),
  ].slice(0, askedMax);
}

/** Compares the values of selected spans with those of the rest; all holds the values of both. */
export function compare(fields: SearchField[], selected: FieldValues[], all: FieldValues[]): Comparison {
  const selectedCount = spansOf(selected);
  const restCount = spansOf(all) - selectedCount;
  if (selectedCount <= 0 || restCount <= 0)
    return { selectedCount, restCount: Math.max(0, restCount), differences: [] };
  const [selectedBy, allBy] = [byField(selected), byField(all)];
  const differences = fields.flatMap((field) => {
    const known = allBy.get(field.expression) ?? [];
    const counts = new Map(known.map(({ value, count }) => [value, count]));
    const found = (selectedBy.get(field.expression) ?? []).flatMap(({ value, count }): Difference[] => {
      // Nothing is known of the rest where a value is not among the most frequent ones.
      const whole = counts.get(value);
      if (whole === undefined) return [];
      return [{ field, value, selected: count / selectedCount, rest: Math.max(0, whole - count) / restCount }];
    });
    return found.toSorted(bySize).slice(0, 1);
  });
  return {
    selectedCount,
    restCount,
    differences: distinct(differences.filter((one) => sizeOf(one) >= differenceMin).toSorted(bySize)).slice(
      0,
      shownMax,
    ),
  };
}

/** Several fields may say the same, such as the service and the attribute that it comes from: the first is enough. */
function distinct(differences: Difference[]): Difference[] {
  const seen = new Map<string, Difference>();
  for (const one of differences) {
    const said = JSON.stringify([one.value, one.selected, one.rest]);
    if (!seen.has(said)) seen.set(said, one);
  }
  return [...seen.values()];
}

function byField(list: FieldValues[]): Map<string, FieldValues['values']> {
  return new Map(list.map(({ field, values }) => [field, values]));
}

/** How many spans there are: every one has a status and a kind, whose few values are all there. */
function spansOf(list: FieldValues[]): number {
  return list.reduce(
    (most, { values }) =>
      Math.max(
        most,
        values.reduce((sum, { count }) => sum + count, 0),
      ),
    0,
  );
}

function sizeOf({ selected, rest }: Difference): number {
  return selected - rest;
}

function bySize(one: Difference, other: Difference): number {
  return sizeOf(other) - sizeOf(one);
}
