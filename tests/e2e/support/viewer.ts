import type { Locator, Page } from '@playwright/test';
import { words } from './words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:${key}`, params);

/** The viewer of PDFs beside a chat. */
export class Viewer {
  readonly page: Page;
  readonly pages: Locator;
  readonly field: Locator;
  readonly panel: Locator;

  constructor(page: Page, name: string) {
    this.page = page;
    this.pages = page.getByRole('document', { name });
    this.field = page.getByLabel(t('page.go'));
    this.panel = page.getByRole('complementary', { name: t('panel.label') });
  }

  tool(key: string): Locator {
    return this.page.getByRole('toolbar', { name: t('tools') }).getByRole('button', { name: t(key) });
  }

  /** The picture of a page, by its index from 1. */
  picture(index: number): Locator {
    return this.pages.locator(`[data-page="${index}"] canvas`);
  }

  async goTo(label: string): Promise<void> {
    await this.field.fill(label);
    await this.field.press('Enter');
  }

  /** Which part of a page is at the middle of the view: the share of its width and height, from its upper left. */
  middleOf(index: number): Promise<{ across: number; down: number }> {
    return this.pages.evaluate((frame, index) => {
      const view = frame.getBoundingClientRect();
      const page = frame.querySelector(`[data-page="${index}"]`)?.getBoundingClientRect();
      if (!page) throw new Error(`page ${index} is not shown`);
      return {
        across: (view.left + frame.clientWidth / 2 - page.left) / page.width,
        down: (view.top - page.top) / page.height,
      };
    }, index);
  }

  /** Pixels by which a page is wider than the view, or lies outside of it. */
  overhang(index: number): Promise<number> {
    return this.pages.evaluate((frame, index) => {
      const view = frame.getBoundingClientRect();
      const page = frame.querySelector(`[data-page="${index}"]`)?.getBoundingClientRect();
      if (!page) throw new Error(`page ${index} is not shown`);
      return Math.max(0, view.left - page.left, page.right - view.left - frame.clientWidth);
    }, index);
  }
}
