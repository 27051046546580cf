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

/**
 * Texts of which something is missing that nothing says is missing: a side where reading begins, or an end without an
 * ellipsis. What scrolls can be seen.
 */
export function cutTexts(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const scrolls = ['auto', 'scroll'];
    function whatIsCut(node: Node): string | null {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) return null;
      for (let box = node.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow, display } = getComputedStyle(box);
        if (scrolls.includes(overflowX)) return null;
        if (overflowX === 'visible' || display === 'inline') continue;
        const { left, right, width } = box.getBoundingClientRect();
        if (text.left < left - 1) return `its beginning, ${Math.round(left - text.left)} pixels`;
        if (width < 10) return `all but ${Math.round(width)} pixels`;
        if (text.right > right + 1 && textOverflow !== 'ellipsis') return 'its end, without an ellipsis';
        // What the ellipsis stands for goes no further.
        if (text.right > right + 1) return null;
      }
      return null;
    }
    return [...document.querySelectorAll(selector)].flatMap((root) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const isSeen = node.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const cut = isSeen === true ? whatIsCut(node) : null;
        if (cut !== null) found.push(`“${node.textContent}” in ${root.clientWidth} pixels lacks ${cut}`);
      }
      return found;
    });
  }, within);
}
