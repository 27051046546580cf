/** Dots to a pixel of a picture. */
const usualDensity = 2;
/** Browsers draw nothing on a canvas that has longer sides or a larger area, in dots. */
const sideMax = 16_384;
const areaMax = 2 ** 26;

/** Dots to a pixel for a picture of a size: fewer for one that no canvas could hold. */
export function densityOf(width: number, height: number): number {
  return Math.min(usualDensity, sideMax / Math.max(width, height, 1), Math.sqrt(areaMax / Math.max(width * height, 1)));
}
