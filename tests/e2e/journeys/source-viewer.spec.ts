import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { pdfBook } from '@tandem/api/content/file/extraction/testing/pdf-book';
import { chinesePdf } from '@tandem/api/content/file/extraction/testing/pdf-chinese';
import { lockedPdf } from '@tandem/api/content/file/extraction/testing/pdf-locked';
import { placeHash } from '@tandem/shared/dataset/place';
import { expectAccessible } from '../support/axe.ts';
import { currentMark, makeSources, pagesOf } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';
import { Viewer } from '../support/viewer.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:${key}`, params);
const find = (at: number, of: number) => words('common:find.count', { at, of });
/** Pages of the book before its first chapter. */
const PREFACE = 4;

test('a long book is gone through by labels, outline, small pages and words', async ({ owner, page }) => {
  const { path } = await makeSources(owner.api, { 'Book.pdf': await pdfBook({ pages: 300 }) });
  await page.goto(path);
  const viewer = new Viewer(page, 'Book.pdf');
  await expect(viewer.picture(1)).toBeVisible();
  await expect(viewer.field).toHaveValue('i');

  await test.step('by the printed numbers of the pages', async () => {
    await viewer.goTo('iii');
    await expect(page).toHaveURL(/page=3(&|$)/);
    await viewer.goTo('21');
    await expect(page).toHaveURL(new RegExp(`page=${21 + PREFACE}(&|$)`));
    await expect(page.getByText(t('page.placeOf', { page: 25, count: 304 }))).toBeVisible();
    await viewer.goTo('no page');
    await expect(viewer.field).toHaveValue('21');
  });

  await test.step('by the outline, which shows where the reader is', async () => {
    await viewer.tool('panel.show').click();
    await viewer.panel.getByText(t('panel.outline')).click();
    await expect(viewer.panel.locator('[aria-current]')).toContainText('Chapter 3');
    await viewer.panel.getByRole('button', { name: 'Section 12.1: Ferries' }).click();
    await expect(viewer.field).toHaveValue('115');
    await expect(viewer.picture(115 + PREFACE)).toBeInViewport();
    await expect(viewer.panel.locator('[aria-current]')).toContainText('Section 12.1');
    await expectAccessible(page, 'the outline of a book');
  });

  await test.step('by small pages, of which one is a tab stop', async () => {
    await viewer.panel.getByText(t('panel.pages'), { exact: true }).click();
    const small = viewer.panel.getByRole('button', { name: t('page.label', { label: '116' }), exact: true });
    await small.click();
    await expect(viewer.field).toHaveValue('116');
    await page.keyboard.press('ArrowDown');
    await expect(viewer.field).toHaveValue('117');
    await expect(
      viewer.panel.getByRole('button', { name: t('page.label', { label: '117' }), exact: true }),
    ).toBeFocused();
    await expect(viewer.panel.locator('button[tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Home');
    await expect(viewer.field).toHaveValue('i');
    await expectAccessible(page, 'the small pages of a book');
    await viewer.tool('panel.show').click();
  });

  await test.step('wide and turned pages fit as well, and move no other', async () => {
    await viewer.goTo('3');
    for (const [label, index] of [
      ['3', 7],
      ['4', 8],
      ['5', 9],
    ] as const) {
      await viewer.goTo(label);
      await expect(viewer.picture(index)).toBeInViewport();
      expect(await viewer.overhang(index)).toBe(0);
    }
  });

  await test.step('by words, from the page that is read', async () => {
    await viewer.goTo('50');
    await viewer.pages.focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('passengers by season');
    await expect(page.getByText(find(6, 30))).toBeVisible();
    await expect(viewer.field).toHaveValue('51');
    await page.keyboard.press('Enter');
    await expect(viewer.field).toHaveValue('61');
    await page.getByRole('button', { name: words('common:find.previous') }).click();
    await page.getByRole('button', { name: words('common:find.previous') }).click();
    await expect(viewer.field).toHaveValue('41');
    await page.getByRole('button', { name: words('common:find.close') }).click();
    await expect(viewer.pages).toBeFocused();
  });
});

test('zoom keeps the place, and turning keeps the marks', async ({ owner, page }) => {
  const { path, sources } = await makeSources(owner.api, { 'Book.pdf': await pdfBook({ pages: 12 }) });
  const sourceId = sources[0]?.id ?? '';
  const texts = await pagesOf(owner.api, sourceId);
  const quote = 'Right line 20 of sheet 7: the ferry leaves';
  const from = texts[10]?.indexOf(quote) ?? -1;
  await page.goto(path + placeHash({ sourceId, page: 11, from, to: from + quote.length }));
  const viewer = new Viewer(page, 'Book.pdf');
  const mark = { page: 11, words: quote };
  await expect.poll(() => currentMark(page)).toEqual(mark);
  const scale = (value: number) => page.getByRole('button', { name: `${t('zoom.choose')} ${value}%` });

  await test.step('by keys', async () => {
    await viewer.pages.focus();
    // Into the page, by less than a screen.
    await viewer.pages.evaluate((frame) => frame.scrollBy(0, 40));
    const before = await viewer.middleOf(11);
    for (const value of [75, 100, 125, 150]) {
      await page.keyboard.press('+');
      await expect(scale(value)).toBeVisible();
    }
    const enlarged = await viewer.middleOf(11);
    expect(Math.abs(enlarged.down - before.down)).toBeLessThan(0.02);
    expect(Math.abs(enlarged.across - before.across)).toBeLessThan(0.02);
    // Enlarged, the arrows go across the page and not to the next one.
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await viewer.middleOf(11)).across).toBeGreaterThan(enlarged.across);
    await page.keyboard.press('0');
    await expect.poll(() => viewer.overhang(11)).toBe(0);
    expect(Math.abs((await viewer.middleOf(11)).down - before.down)).toBeLessThan(0.03);
  });

  await test.step('by the wheel, around the pointer', async () => {
    const box = await viewer.pages.boundingBox();
    if (!box) throw new Error('no view');
    const [x, y] = [box.x + box.width / 4, box.y + box.height / 2];
    const under = () =>
      viewer.pages.evaluate(
        (frame, [x, y]) => {
          const page = frame.querySelector('[data-page="11"]')?.getBoundingClientRect();
          return page
            ? { across: (x - page.left) / page.width, down: (y - page.top) / page.height }
            : { across: 0, down: 0 };
        },
        [x, y] as const,
      );
    const before = await under();
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(() => viewer.overhang(11)).toBeGreaterThan(50);
    const after = await under();
    expect(Math.abs(after.across - before.across)).toBeLessThan(0.02);
    expect(Math.abs(after.down - before.down)).toBeLessThan(0.02);
    await scaleMenu('zoom.page');
    await expect.poll(() => viewer.overhang(11)).toBe(0);
    await scaleMenu('zoom.width');
  });

  await test.step('marks are on the same words in every direction', async () => {
    for (let turn = 1; turn <= 4; turn += 1) {
      await viewer.tool('rotate').click();
      await expect.poll(() => currentMark(page)).toEqual(mark);
      // A line of words is high when the page lies on its side.
      const isHigh = () =>
        page.evaluate(() => {
          const [range] = CSS.highlights.get('source-mark-current') ?? [];
          const { width, height } = (range as Range).getBoundingClientRect();
          return height > width;
        });
      await expect.poll(isHigh).toBe(turn % 2 === 1);
    }
  });

  await test.step('dark pages stay dark', async () => {
    await viewer.tool('dark').click();
    await expect(viewer.pages.locator('[data-page="11"][data-dark]')).toBeVisible();
    await page.reload();
    await expect(viewer.pages.locator('[data-page][data-dark]').first()).toBeVisible();
    await expectAccessible(page, 'dark pages');
    await viewer.tool('dark').click();
    await expect(viewer.pages.locator('[data-page][data-dark]')).toHaveCount(0);
  });

  async function scaleMenu(key: string) {
    await page.getByRole('button', { name: new RegExp(`^${t('zoom.choose')} \\d+%$`) }).click();
    await page.getByRole('menuitemradio', { name: t(key) }).click();
  }
});

test('a protected file opens with its password only', async ({ owner, page }) => {
  const locked = await lockedPdf(await pdfFile([['The harbour is closed.'], ['Page two.']]), 'sesame');
  const { path } = await makeSources(owner.api, { 'Locked.pdf': locked });
  await page.goto(path);
  const field = page.getByLabel(t('password.label')).first();
  await expect(field).toBeVisible();
  await expectAccessible(page, 'a protected file');
  await field.fill('open');
  await field.press('Enter');
  await expect(page.getByText(t('password.wrong'))).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('sesame');
  await field.press('Enter');
  const viewer = new Viewer(page, 'Locked.pdf');
  await expect(viewer.picture(1)).toBeVisible();
  await expect(viewer.pages.getByText('The harbour is closed.')).toBeAttached();
});

test('Chinese is found and marked, also over the ends of lines', async ({ owner, page }) => {
  const bytes = await chinesePdf([
    ['目录'],
    ['第一章 港口的', '历史很长，渡轮中午出发。', '泊位每晚十二克朗。'],
  ]);
  const { path, sources } = await makeSources(owner.api, { '港口.pdf': bytes });
  const sourceId = sources[0]?.id ?? '';
  const [, text = ''] = await pagesOf(owner.api, sourceId);
  const from = text.indexOf('港口的');
  await page.goto(path + placeHash({ sourceId, page: 2, from, to: text.indexOf('很长') }));
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: '港口的历史' });
  const viewer = new Viewer(page, '港口.pdf');
  await viewer.goTo('1');
  await viewer.tool('find.open').click();
  await page.keyboard.type('港口的历史');
  await expect(page.getByText(find(1, 1))).toBeVisible();
  await expect(viewer.field).toHaveValue('2');
});

test('two fingers enlarge the page on a phone, whose menu has the other tools', async ({
  owner,
  openWindow,
}) => {
  const { path, sources } = await makeSources(owner.api, { 'Book.pdf': await pdfBook({ pages: 3 }) });
  const phone = await openWindow(owner.state, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto(`${path}?source=${sources[0]?.id}`);
  const viewer = new Viewer(phone, 'Book.pdf');
  await expect(viewer.picture(1)).toBeVisible();
  expect(await viewer.overhang(1)).toBe(0);
  const client = await phone.context().newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: 195 - apart / 2, y: 450, id: 0 },
              { x: 195 + apart / 2, y: 450, id: 1 },
            ],
    });
  await touch('touchStart', 80);
  for (const apart of [100, 130, 160]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await expect.poll(() => viewer.overhang(1)).toBeGreaterThan(100);

  await phone.getByRole('button', { name: new RegExp(`^${t('zoom.choose')} \\d+%$`) }).tap();
  await phone.getByRole('menuitem', { name: t('rotate') }).tap();
  await phone.getByRole('button', { name: new RegExp(`^${t('zoom.choose')} \\d+%$`) }).tap();
  await phone.getByRole('menuitemradio', { name: t('zoom.width') }).tap();
  await expect.poll(() => viewer.overhang(1)).toBe(0);
  await viewer.tool('panel.show').tap();
  await viewer.panel.getByRole('button', { name: t('page.label', { label: 'ii' }), exact: true }).tap();
  await expect(viewer.panel).toBeHidden();
  await expect(viewer.field).toHaveValue('ii');
  await expectAccessible(phone, 'a turned book on a phone');
});
