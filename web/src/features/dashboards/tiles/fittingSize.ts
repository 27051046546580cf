/** A number is not written larger than this, nor smaller: below it ends with an ellipsis. */
const pixelsMax = 44;
const pixelsMin = 12;
/** How much of the height of its place a line of digits takes. */
const heightShare = 0.7;

/** The widths of signs in bold type, in parts of its size; of others, that of a digit. */
const widths: Record<string, number> = {
  ' ': 0.27,
  '.': 0.31,
  ',': 0.31,
  '-': 0.45,
  '%': 0.92,
  m: 0.92,
  M: 0.92,
  W: 1.02,
  w: 0.84,
  i: 0.29,
  l: 0.29,
  t: 0.4,
  r: 0.42,
  f: 0.4,
  µ: 0.64,
};
const digitWidth = 0.65;

/** The size of type in which a text fits its place. */
export function fittingSize(text: string, place: { width: number; height: number }): number {
  const ems = [...text].reduce((sum, sign) => sum + (widths[sign] ?? digitWidth), 0);
  return Math.max(
    pixelsMin,
    Math.floor(Math.min(place.height * heightShare, place.width / Math.max(1, ems), pixelsMax)),
  );
}
