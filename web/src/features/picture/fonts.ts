/** The fonts that the page has loaded, as rules that hold the fonts themselves: a picture can't ask for files. */
export async function fontRules(): Promise<string> {
  const loaded = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(keyOf));
  const rules = [...document.styleSheets]
    .flatMap(faceRules)
    .filter(({ style }) =>
      loaded.has(
        keyOf({ family: style.getPropertyValue('font-family'), unicodeRange: style.getPropertyValue('unicode-range') }),
      ),
    );
  return (await Promise.all(rules.map(embedded))).join('\n');
}

function keyOf({ family, unicodeRange }: Pick<FontFace, 'family' | 'unicodeRange'>): string {
  return `${family.replaceAll(/["']/g, '')} ${unicodeRange}`.toLowerCase();
}

function faceRules({ cssRules }: CSSStyleSheet): CSSFontFaceRule[] {
  return [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
}

/** A rule with the content of its file in the place of the file's address. */
async function embedded({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const address = /url\("?([^")]+)"?\)/.exec(cssText)?.[1] ?? '';
  // A file of the interface, and no operation of the API.
  // oxlint-disable-next-line no-restricted-globals
  const file = await fetch(new URL(address, parentStyleSheet?.href ?? location.href));
  if (!file.ok) throw new Error('A font could not be loaded. Try again.');
  return cssText.replace(address, await dataUrlOf(await file.blob()));
}

function dataUrlOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('A font could not be read. Try again.')));
    reader.readAsDataURL(content);
  });
}
