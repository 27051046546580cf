import { redrawn } from '../../components/chart/redraw';

/** A copy of an element that looks the same without its page, given the page's rules: nothing of it has to be loaded. */
export async function copyOf(element: HTMLElement, density: number): Promise<HTMLElement> {
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true) as HTMLElement;
  await replaceCharts(element, copy, density);
  keepScrolled(element, copy);
  for (const control of copy.querySelectorAll('button, .u-over')) if (isControl(control)) control.remove();
  const place = {
    position: 'relative',
    'box-sizing': 'border-box',
    margin: '0',
    width: `${width}px`,
    height: `${height}px`,
  };
  setStyles(copy, place);
  return copy;
}

/** A canvas is copied without what it shows. */
async function replaceCharts(element: Element, copy: Element, density: number): Promise<void> {
  const places = [...copy.querySelectorAll('canvas')];
  const charts = [...element.querySelectorAll('canvas')];
  const pictures = await Promise.all(charts.map((chart) => redrawn(chart, density)));
  for (const [at, chart] of charts.entries()) {
    const { position, top, left, width, height } = getComputedStyle(chart);
    const picture = document.createElement('img');
    picture.src = pictures[at] ?? '';
    setStyles(picture, { display: 'block', position, top, left, width, height });
    places[at]?.replaceWith(picture);
  }
}

/** A copy begins at its top: what was scrolled is moved instead, and cut off without a scroll bar. */
function keepScrolled(element: Element, copy: Element): void {
  const copies = copy.querySelectorAll('*');
  for (const [at, one] of element.querySelectorAll('*').entries()) {
    const twin = copies[at];
    if (!(twin instanceof HTMLElement) || !/auto|scroll/.test(getComputedStyle(one).overflow)) continue;
    setStyles(twin, { overflow: 'hidden' });
    const { scrollLeft, scrollTop } = one;
    if (scrollLeft === 0 && scrollTop === 0) continue;
    for (const child of twin.children)
      if (child instanceof HTMLElement) setStyles(child, { transform: `translate(${-scrollLeft}px, ${-scrollTop}px)` });
  }
}

/** Says whether something only does something with what is shown: a button without words of its own, a crosshair. */
function isControl(element: Element): boolean {
  return element.matches('.mantine-Button-root, .u-over') || (element.textContent ?? '').trim() === '';
}

/** A copy inside of copies of what is around the element, which rules ask for and texts inherit from. */
export function withAncestors(copy: Element, element: Element): Element {
  const parent = element.parentElement;
  if (parent === null) return copy;
  const around = parent.cloneNode(false) as HTMLElement;
  around.append(copy);
  setStyles(around, { display: 'contents' });
  return withAncestors(around, parent);
}

function setStyles({ style }: HTMLElement, styles: Record<string, string>): void {
  for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
}
