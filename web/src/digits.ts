/** From here on a number has its power of ten; none of its digits would be read. */
const scaledMax = 1e6;
/** The same for numbers that are shown whole: from here on digits are no longer exact. */
const wholeMax = 1e15;

/** `12.3`, `123`, `1.23e+20`: three digits are enough to compare by. */
export function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= scaledMax) return powered(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return String(Number(value.toFixed(places)));
}

/** Says whether a number of the largest unit has so many of them that the unit says nothing any more. */
export function isWithoutUnit(value: number): boolean {
  return Math.abs(value) >= scaledMax;
}

/** Says whether a number is too large to be shown whole. */
export function isHuge(value: number): boolean {
  return Math.abs(value) >= wholeMax;
}

/** `2.22e+284`: three digits and the power of ten. */
export function powered(value: number): string {
  return value.toExponential(2).replace(/\.?0+e/, 'e');
}
