import { qrPath, quietZone } from './qrPath';

const sizePx = 220;

/** A QR code. It is dark on light in both themes: readers do not take the opposite. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * quietZone;
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={qrPath(rows)} fill="#000" />
    </svg>
  );
}
