/** Steps in KiB and MiB, where 50 MB would be 47.7 MiB. */
const binarySteps = Array.from({ length: 70 }, (_, power) => 2 ** (power - 10));
/** Steps as people count. Those of uPlot itself end at 1e32, and then an axis has no labels. */
const decimalSteps = Array.from({ length: 340 }, (_, power) =>
  [1, 2, 2.5, 5].map((part) => Number(`${part}e${power - 32}`)),
).flat();

/** The distances that labels of an axis may have, the least first. */
export function stepsOf(range: number, isBinary: boolean): number[] {
  return isBinary && range >= 1 && range < (binarySteps.at(-1) ?? 0) ? binarySteps : decimalSteps;
}
