/** How long what is shown may take until a picture of it is given up. */
const loadingMsMax = 20_000;

const loading = '[aria-label="Loading"], [aria-busy="true"]';

/** Waits until nothing in an element is loading, and the charts in it are drawn. */
export async function whenLoaded(element: Element): Promise<void> {
  if (element.querySelector(loading) !== null) await loaded(element);
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}

function loaded(element: Element): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const observer = new MutationObserver(() => {
      if (element.querySelector(loading) !== null) return;
      stop();
      resolve();
    });
    const timer = setTimeout(() => {
      stop();
      reject(new Error('It is still loading. Try again when everything is shown.'));
    }, loadingMsMax);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
  });
}
