import type { Palette } from '../../theme';

/** What stands above what is drawn. */
export interface Caption {
  title: string;
  /** The time range, and what else is to be known. */
  lines: string[];
}

const family = "'Inter Variable', system-ui, sans-serif";
const titlePixels = 26;
const linePixels = 18;
/** Around the picture, and between the caption and what is drawn. */
export const gapPixels = 16;

/** How high a caption is. */
export function captionHeight({ lines }: Caption): number {
  return titlePixels + lines.length * linePixels + gapPixels / 2;
}

/** Writes a caption at the top of a picture that is so many pixels wide. */
export function writeCaption(
  context: CanvasRenderingContext2D,
  { title, lines }: Caption,
  width: number,
  { text, dimmed }: Palette,
): void {
  context.textBaseline = 'top';
  context.font = `600 16px ${family}`;
  context.fillStyle = text;
  context.fillText(
    fitted(title, width, (one) => context.measureText(one).width),
    gapPixels,
    gapPixels,
  );
  context.font = `12px ${family}`;
  context.fillStyle = dimmed;
  for (const [at, line] of lines.entries()) {
    const words = fitted(line, width, (one) => context.measureText(one).width);
    context.fillText(words, gapPixels, gapPixels + titlePixels + at * linePixels);
  }
}

/** As much of a text as there is room for. */
export function fitted(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(`${text.slice(0, middle)}…`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).trimEnd()}…`;
}
