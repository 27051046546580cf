import uPlot from 'uplot';

/**
 * Draws a plot out of sight, with so many dots to a pixel. The plot itself
 * knows the density of the screen alone; what it draws is scaled up from there.
 */
export function plotPicture(options: uPlot.Options, numbers: uPlot.AlignedData, density: number): Promise<string> {
  const scale = density / (devicePixelRatio || 1);
  const box = document.createElement('div');
  let plot: uPlot | undefined;
  const drawn = new Promise<string>((resolve) => {
    const hooks = { drawClear: [(one: uPlot) => enlarge(one, scale)] };
    // The last of the plugins, so that what the others draw is in the picture.
    const taken = { hooks: { draw: [({ ctx }: uPlot) => resolve(ctx.canvas.toDataURL())] } };
    const plugins = [...(options.plugins ?? []), taken];
    plot = new uPlot({ ...options, cursor: { show: false }, hooks, plugins }, numbers, box);
  });
  return drawn.finally(() => plot?.destroy());
}

function enlarge({ ctx }: uPlot, scale: number): void {
  ctx.canvas.width = Math.round(ctx.canvas.width * scale);
  ctx.canvas.height = Math.round(ctx.canvas.height * scale);
  ctx.scale(scale, scale);
}
