/** Draws a chart anew, with so many dots to a pixel, and returns the picture as a data URL. */
type Redraw = (density: number) => string | Promise<string>;

const redraws = new WeakMap<HTMLCanvasElement, Redraw>();

/** Keeps how the chart on a canvas is drawn in another density than that of the screen. */
export function keepRedraw(canvas: HTMLCanvasElement, redraw: Redraw): void {
  redraws.set(canvas, redraw);
}

/** The chart on a canvas in a density; what can't be drawn anew is as it is on the screen. */
export async function redrawn(canvas: HTMLCanvasElement, density: number): Promise<string> {
  return (await redraws.get(canvas)?.(density)) ?? canvas.toDataURL();
}
