import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';

/** A picture that was saved. */
interface SavedPicture {
  name: string;
  width: number;
  height: number;
  /** How many different colours it has. */
  colors: number;
}

/** Does what saves a picture, and looks at the picture. */
export async function savedPicture(page: Page, save: () => Promise<void>): Promise<SavedPicture> {
  const [file] = await Promise.all([page.waitForEvent('download'), save()]);
  const content = (await readFile(await file.path())).toString('base64');
  return { name: file.suggestedFilename(), ...(await page.evaluate(look, content)) };
}

/** Runs in the browser, which is what has to be able to read it. */
async function look(content: string): Promise<Omit<SavedPicture, 'name'>> {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.codePointAt(0) ?? 0);
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const dots = context?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0);
  return { width, height, colors: new Set(new Uint32Array(dots)).size };
}
