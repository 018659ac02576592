import { expect, type Page } from '@playwright/test';

/** Presses Tab until an element with that name has the focus, as a keyboard user would. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  { limit = 40, back = false }: { limit?: number; back?: boolean } = {},
): Promise<void> {
  for (let presses = 0; presses < limit; presses++) {
    const reached = await page.evaluate(() => {
      const { activeElement } = document;
      const label = (activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return [activeElement?.getAttribute('aria-label'), label, activeElement?.textContent]
        .filter(Boolean)
        .join('\n');
    });
    if (typeof name === 'string' ? reached.split('\n').includes(name) : name.test(reached)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`no Tab led to ${name}`);
}

/** Notes whatever a pointer does on a page from now on. @returns holds that it was nothing */
export async function withoutPointer(page: Page): Promise<() => Promise<void>> {
  const seen: string[] = [];
  await page.exposeFunction('onPointer', (type: string) => seen.push(type));
  await page.addInitScript(() => {
    for (const type of ['mousedown', 'pointerdown', 'touchstart', 'mousemove'])
      addEventListener(
        type,
        () => (globalThis as unknown as { onPointer(type: string): void }).onPointer(type),
        true,
      );
  });
  return async () => expect(seen, 'no pointer was used').toEqual([]);
}
