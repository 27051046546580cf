import type { Page } from 'playwright-core';

/** The widths that every page is held to: a phone, a tablet, a small and a usual laptop. */
export const widths = [390, 768, 1024, 1440];

const controlMin = 24;
const textBoxMin = 120;

/** What does not fit on the page as it is: it scrolls sideways, or something to press or to type into is too small. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(
    ([least, leastText]) => {
      const nameOf = (element: Element) =>
        element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? element.tagName;
      const boxOf = (element: Element) => element.getBoundingClientRect();
      // Controls that only assistive technology sees are drawn by their labels.
      const isSeen = (element: Element) =>
        element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
        boxOf(element).width > 1 &&
        boxOf(element).height > 1;
      const seen = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
      const texts =
        'input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, [contenteditable=true]';
      const { scrollWidth, clientWidth } = document.documentElement;
      return [
        ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []),
        ...seen('button:not([tabindex="-1"]), select, [role=tab], [role=switch]')
          .filter((one) => boxOf(one).width < least || boxOf(one).right > innerWidth + 1)
          .filter((one) => one.closest('[data-scrolls], [role=table], table, [role=grid]') === null)
          .map(
            (one) => `“${nameOf(one)}” is ${Math.round(boxOf(one).width)} wide, up to ${Math.round(boxOf(one).right)}`,
          ),
        // Several values are typed into a small field within a box.
        ...seen(texts)
          .map((one) => one.closest('.mantine-Input-wrapper') ?? one)
          .filter((one) => boxOf(one).width < leastText || boxOf(one).right > innerWidth + 1)
          .map(
            (one) =>
              `the text box “${nameOf(one.querySelector('input') ?? one)}” is ${Math.round(boxOf(one).width)} wide`,
          ),
      ];
    },
    [controlMin, textBoxMin] as const,
  );
}
