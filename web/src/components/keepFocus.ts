/** What stands above the page, and gives the focus back when it goes. */
const layers = '[role="dialog"], [role="menu"], [role="listbox"], [data-layer]';
/** What takes the focus by Tab, without fields: they would take shortcuts for text. */
const stops = 'a[href], button, [role="grid"][tabindex], [role="tree"][tabindex], [role="tab"]';
/** Others who give the focus a place have done it by then. */
const othersMs = 60;

/** How something that is busy comes back, or goes. */
const changes: MutationObserverInit = { childList: true, subtree: true, attributeFilter: ['disabled'] };

/** Where an element stood when it got the focus. */
interface Stand {
  /** The element and its ancestors, from the nearest on. */
  path: Element[];
  /** What had the focus before the layer opened that it stands in. */
  opener: HTMLElement | null;
}

/**
 * Gives the focus a place when what had it is gone, as long as somebody works by
 * keys: a dialog gives it back to what opened it, a button that was replaced to
 * its neighbours, and a page to the next one. The browser itself would start at
 * the top again.
 */
export function keepFocus(): void {
  const stands = new WeakMap<Element, Stand>();
  let last: HTMLElement | null = null;
  let isByKeys = false;
  const isLost = () => isByKeys && document.activeElement === document.body;
  const give = (element: HTMLElement) => {
    const place = placeFor(element, stands);
    if (place === null) focusPage();
    else place.focus();
  };
  // What is busy is disabled or hidden meanwhile; then it is there again, or it goes.
  const waiting = new MutationObserver(() => {
    if (last !== null && isLost() && !(last.isConnected && isAway(last))) give(last);
  });
  const look = (wasAway: boolean) => {
    if (last === null || !isLost()) return;
    if (last.isConnected && isAway(last)) waiting.observe(document.body, changes);
    else if (last.isConnected && !wasAway) last = null;
    else give(last);
  };
  document.addEventListener('keydown', () => (isByKeys = true), true);
  document.addEventListener('pointerdown', () => (isByKeys = false), true);
  document.addEventListener('focusin', ({ target }) => {
    waiting.disconnect();
    if (!(target instanceof HTMLElement) || target === last) return;
    stands.set(target, { path: pathOf(target), opener: openerOf(target, last, stands) });
    last = target;
  });
  document.addEventListener('focusout', ({ target }) => {
    // What is neither gone nor disabled was left on purpose.
    const wasAway = target instanceof Element && isAway(target);
    setTimeout(() => look(wasAway), othersMs);
  });
}

/** Brings the keys to the page as a whole, which stays where it is scrolled to: the next Tab leads into it. */
export function focusPage(): void {
  const page = document.querySelector('main');
  if (page === null) return;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
}

function pathOf(element: Element): Element[] {
  return [element, ...(element.parentElement === null ? [] : pathOf(element.parentElement))];
}

/** Within a layer it stays the same; what opened the layer had the focus before. */
function openerOf(
  element: HTMLElement,
  before: HTMLElement | null,
  stands: WeakMap<Element, Stand>,
): HTMLElement | null {
  const layer = element.closest(layers);
  if (layer === null || before === null) return null;
  const stand = stands.get(before);
  return stand?.path.includes(layer) === true ? stand.opener : before;
}

/** Where the focus goes when an element is gone; null for the page as a whole. */
function placeFor(element: HTMLElement, stands: WeakMap<Element, Stand>): HTMLElement | null {
  if (element.isConnected && !isAway(element)) return element;
  const { path, opener } = stands.get(element) ?? { path: [], opener: null };
  const layer = path.find((one) => one.matches(layers));
  if (layer !== undefined && !layer.isConnected && opener !== null) return placeFor(opener, stands);
  for (const one of path.filter(isPart)) {
    const stop = [...one.querySelectorAll<HTMLElement>(stops)].find(canStop);
    if (stop !== undefined) return stop;
  }
  return null;
}

/** A part of the page or of a dialog that is still there. */
function isPart(element: Element): boolean {
  return element.isConnected && (element.parentElement?.closest(`main, ${layers}`) ?? null) !== null;
}

function canStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !isAway(element);
}

function isAway(element: Element): boolean {
  return element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true });
}
