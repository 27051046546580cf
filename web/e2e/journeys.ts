import type { Page } from 'playwright-core';

export const account = { name: 'Ada Stone', email: 'ada@example.org', password: 'three stones make a cairn' };

/** Fills the set-up page, passes the page that shows how to send data, and waits for the overview. */
export async function createAccount(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(account.name);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Send your first data' }).waitFor();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await overviewShown(page);
}

/** Fills the sign-in page and sends it. */
export async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until the overview shows its content, not its skeleton. */
export async function overviewShown(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('region', { name: 'Status' }).waitFor();
}
