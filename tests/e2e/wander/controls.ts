import type { ElementHandle, Page } from '@playwright/test';

/** An element on the screen that a person could press or type into. */
export interface Control {
  /** Role and name; digits are blanked, since counts and times differ from walk to walk. */
  name: string;
  isField: boolean;
  at: number;
}

/** Elements that can be pressed now: visible, enabled, and not covered. */
export async function controlsOf(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const selector =
      'a[href], button, summary, select, textarea, input:not([type=file]), [contenteditable=true], [tabindex]:not(main),' +
      '[role=button], [role^=menuitem], [role=tab], [role=option], [role=switch], [role=radio], [role=checkbox], [role=treeitem]';
    const nameOf = (element: Element) => {
      const { labels, placeholder } = element as HTMLInputElement;
      const text =
        element.getAttribute('aria-label') ||
        labels?.[0]?.textContent ||
        placeholder ||
        (element.getAttribute('contenteditable') ? 'text' : element.textContent) ||
        element.getAttribute('title') ||
        '';
      return text.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').trim().slice(0, 60);
    };
    const inReach = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) return false;
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && (element.contains(found) || found.contains(element.firstElementChild));
    };
    const usable = (element: Element) => {
      if (element.matches(':disabled, [aria-disabled=true], [data-disabled=true]')) return false;
      // Toasts disappear by themselves, and external links leave the product: both are skipped.
      if (element.closest('[data-sonner-toaster], [data-focus-guard]')) return false;
      const { href, target } = element as HTMLAnchorElement;
      if (element.matches('a[download], a[target=_blank]') || target === '_blank') return false;
      if (typeof href === 'string' && href !== '' && new URL(href, location.href).origin !== location.origin)
        return false;
      return element.checkVisibility({ visibilityProperty: true }) && inReach(element);
    };
    const elements = [...document.querySelectorAll(selector)].filter(usable);
    const counts = new Map<string, number>();
    (globalThis as unknown as { wandered: Element[] }).wandered = elements;
    return elements.map((element, at) => {
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
      const plain = `${role} "${nameOf(element)}"`;
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      return {
        name: count === 1 ? plain : `${plain} (${count})`,
        isField: element.matches(
          'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button]), [contenteditable=true]',
        ),
        at,
      };
    });
  });
}

/** The element of a control, unless the screen has changed since. */
export async function elementOf(page: Page, { at }: Control): Promise<ElementHandle<Element> | null> {
  const handle = await page.evaluateHandle(
    (index) => (globalThis as unknown as { wandered?: Element[] }).wandered?.[index] ?? null,
    at,
  );
  return handle.asElement();
}
