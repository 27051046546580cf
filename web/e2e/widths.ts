import type { Page } from 'playwright-core';

/** The widths that every page is held to: a phone, a tablet, a small and a usual laptop. */
export const widths = [390, 768, 1024, 1440] as const;

/** What is pressed or typed into, and how wide it has to be. */
const kinds = [
  // What the keyboard skips repeats what another control does, and tables scroll by themselves.
  { selector: 'button:not([tabindex="-1"], table *, [role=grid] *), select, [role=tab], [role=switch]', widthMin: 24 },
  { selector: 'table[aria-label=Webhooks] button', widthMin: 24 },
  {
    selector: 'input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, [contenteditable=true]',
    widthMin: 120,
  },
];

/** Numbers of tables, which texts give way to. */
const numbers = '[role=table] [data-number]';

/** Waits until what follows the size of the window has followed it. */
export function drawnTwice(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** What does not fit on the page as it is: it scrolls sideways, or something to press or to type into is too small. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(
    ([asked, numbersAsked]) => {
      const [wide, screen] = [document.documentElement.scrollWidth, innerWidth];
      const found = asked.flatMap(({ selector, widthMin }) =>
        [...document.querySelectorAll(selector)]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => {
            // Several values are typed into a small field within a box.
            const { width, height, right } = (one.closest('.mantine-Input-wrapper') ?? one).getBoundingClientRect();
            const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 30) ?? '';
            return { name, width: Math.round(width), height, right: Math.round(right) };
          })
          // Controls that only assistive technology sees are drawn by their labels.
          .filter(({ width, height }) => width > 1 && height > 1)
          .filter(({ width, right }) => width < widthMin || right > screen + 1),
      );
      const cut = [...document.querySelectorAll(numbersAsked)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          const room = (one.closest('[role=table]')?.parentElement ?? one).getBoundingClientRect();
          return left < room.left - 1 || right > room.right + 1 || one.scrollWidth > one.clientWidth;
        })
        .map((one) => `the number “${one.textContent}” is cut off`);
      return [
        ...(wide > screen ? [`the page is ${wide} wide`] : []),
        ...found.map(({ name, width, right }) => `“${name}” is ${width} wide, up to ${right}`),
        ...cut,
      ];
    },
    [kinds, numbers] as const,
  );
}
