/** Light modules around a QR code, without which readers do not find it. */
export const quietZone = 4;

/** The outline of the dark modules of a QR code, one bar per run. A row has a character per module, `1` for dark. */
export function qrPath(rows: readonly string[]): string {
  return rows.flatMap((row, y) => barsOf(row).map(([x, width]) => bar(x + quietZone, y + quietZone, width))).join('');
}

function barsOf(row: string): [at: number, width: number][] {
  return [...row.matchAll(/1+/g)].map(({ index, 0: run }) => [index, run.length]);
}

function bar(x: number, y: number, width: number): string {
  return `M${x} ${y}h${width}v1h-${width}z`;
}
