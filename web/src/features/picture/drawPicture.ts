import { dark, light } from '../../theme';
import { captionHeight, gapPixels, writeCaption, type Caption } from './caption';
import { copyOf, withAncestors } from './copy';
import { fontRules } from './fonts';
import { densityOf } from './size';
import { pageRules, rootMark } from './styles';

/** Draws what an element shows, in its colours and without its buttons, below a caption. */
export async function drawPicture(element: HTMLElement, caption: Caption): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const [wide, high] = [width + 2 * gapPixels, height + 2 * gapPixels + captionHeight(caption)];
  const density = densityOf(wide, high);
  const content = await drawContent(element, density);
  const palette = document.documentElement.dataset.mantineColorScheme === 'dark' ? dark : light;
  const [canvas, context] = canvasOf(Math.round(wide * density), Math.round(high * density));
  context.fillStyle = groundOf(element);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(density, density);
  writeCaption(context, caption, width, palette);
  context.drawImage(content, gapPixels, gapPixels + captionHeight(caption), width, height);
  return blobOf(canvas);
}

/** The colour that an element lies on. */
function groundOf(element: Element): string {
  const color = getComputedStyle(element).backgroundColor;
  const isClear = color === 'transparent' || color === 'rgba(0, 0, 0, 0)';
  return isClear && element.parentElement !== null ? groundOf(element.parentElement) : color;
}

/** A browser draws HTML on a canvas only as a part of an SVG, which can't load anything and shares nothing with the page. */
async function drawContent(element: HTMLElement, density: number): Promise<HTMLCanvasElement> {
  const { width, height } = element.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svgOf(element, density))}`;
  await image.decode();
  const [canvas, context] = canvasOf(Math.round(width * density), Math.round(height * density));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  if (isBlank(canvas)) throw new Error('There is nothing to draw.');
  return canvas;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

async function svgOf(element: HTMLElement, density: number): Promise<string> {
  const { width, height } = element.getBoundingClientRect();
  const svg = document.createElementNS(svgNamespace, 'svg');
  const frame = document.createElementNS(svgNamespace, 'foreignObject');
  for (const one of [svg, frame]) {
    one.setAttribute('width', String(width));
    one.setAttribute('height', String(height));
  }
  const rules = document.createElement('style');
  rules.textContent = `${await fontRules()}\n${pageRules()}`;
  const root = withAncestors(await copyOf(element, density), element);
  root.setAttribute(rootMark, '');
  frame.append(rules, root);
  svg.append(frame);
  return xmlText(new XMLSerializer().serializeToString(svg));
}

/** Telemetry has signs that XML does not. */
function xmlText(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

/** In so many dots across, a text or a line still shows. */
const sampleDots = 160;

/** Says whether nothing was drawn: a browser that can't draw an element leaves its canvas as it was. */
function isBlank(content: HTMLCanvasElement): boolean {
  const [, context] = canvasOf(sampleDots, sampleDots);
  context.drawImage(content, 0, 0, sampleDots, sampleDots);
  const dots = new Uint32Array(context.getImageData(0, 0, sampleDots, sampleDots).data.buffer);
  return dots.every((dot) => dot === dots[0]);
}

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no room for a picture of this size.');
  return [canvas, context];
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser has no room for a picture of this size.'));
      else resolve(blob);
    }, 'image/png');
  });
}
