import type { Page } from 'playwright-core';

/** The widths that every page is held to: a phone, a tablet, a small and a usual laptop. */
export const widths = [390, 768, 1024, 1440] as const;

const controlMin = 24;
const textBoxMin = 120;

/** To press: what the keyboard skips repeats what another control does, and tables scroll by themselves. */
const controls = 'button:not([tabindex="-1"], table *, [role=grid] *), select, [role=tab], [role=switch]';
/** To type into. */
const texts = 'input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, [contenteditable=true]';

interface Box {
  name: string;
  width: number;
  right: number;
}

/** Where the elements are that can be seen; several values are typed into a small field within a box. */
function boxes(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((found) =>
    found
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { width, height, right } = (one.closest('.mantine-Input-wrapper') ?? one).getBoundingClientRect();
        const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 30) ?? '';
        return { name, width: Math.round(width), height, right: Math.round(right) };
      })
      // Controls that only assistive technology sees are drawn by their labels.
      .filter(({ width, height }) => width > 1 && height > 1),
  );
}

/** Waits until what follows the size of the window has followed it. */
export function drawnTwice(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** What does not fit on the page as it is: it scrolls sideways, or something to press or to type into is too small. */
export async function misfits(page: Page): Promise<string[]> {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  const small = (least: number) => (box: Box) => box.width < least || box.right > screen + 1;
  const found = [
    ...(await boxes(page, controls)).filter(small(controlMin)),
    ...(await boxes(page, texts)).filter(small(textBoxMin)),
  ];
  return [
    ...(wide > screen ? [`the page is ${wide} wide`] : []),
    ...found.map(({ name, width, right }) => `“${name}” is ${width} wide, up to ${right}`),
  ];
}
