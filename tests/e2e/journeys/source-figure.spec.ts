import { pdfBook } from '@tandem/api/content/file/extraction/testing/pdf-book';
import { sql } from 'kysely';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { makeSources } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';
import { Viewer } from '../support/viewer.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:${key}`, params);

test('a rectangle drawn over a figure is asked about, and nothing typed is lost', async ({
  installation,
  owner,
  page,
  openWindow,
}) => {
  const { path } = await makeSources(owner.api, { 'Book.pdf': await pdfBook({ pages: 2, preface: 0 }) });
  const { db } = await installation.server.database();
  const seeing = (vision: boolean) =>
    db
      .updateTable('model')
      .set({ abilities: sql`'{"tools": true, "vision": ${sql.raw(String(vision))}, "reasoning": false}'` })
      .where('kind', '=', 'chat')
      .execute();
  const chat = new Conversation(page);
  const viewer = new Viewer(page, 'Book.pdf');
  const bar = page.getByRole('toolbar', { name: t('area.label') });
  const cited = t('area.cited', { name: 'Book.pdf', label: '1' });
  const box = async () => {
    const found = await viewer.pages.locator('[data-page="1"]').boundingBox();
    if (!found) throw new Error('no page');
    return found;
  };

  await test.step('a model without eyes gets the words', async () => {
    await seeing(false);
    await page.goto(path);
    await expect(viewer.picture(1)).toBeVisible();
    await chat.composer.fill('Is this true?');
    await viewer.tool('area.tool').click();
    const { x, y, width } = await box();
    await page.mouse.move(x + 20, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 75, { steps: 4 });
    await page.mouse.up();
    await expectAccessible(page, 'a drawn rectangle');
    await bar.getByRole('button', { name: t('selection.explain') }).click();
    await expect(page.getByRole('region', { name: t('quote.about') })).toContainText('Chapter 1');
    await expect(chat.composer).toHaveValue('Is this true?');
    await expect(chat.composer).toBeFocused();
    await chat.send('[[say Yes.]] Is this true?');
    await chat.expectAnswer('Yes.');
  });

  await test.step('a model that sees gets the figure, drawn by keys', async () => {
    await seeing(true);
    await page.reload();
    await expect(viewer.picture(1)).toBeVisible();
    await viewer.pages.focus();
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-drawing]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-drawing]')).toBeHidden();
    await expect(viewer.pages).toBeFocused();
    await page.keyboard.press('a');
    for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect(viewer.pages.locator('[data-page="1"] [data-area]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer.pages.locator('[data-area]')).toHaveCount(0);
    await expect(bar).toBeHidden();
    await page.keyboard.press('a');
    for (const key of ['ArrowLeft', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
    await bar.getByRole('button', { name: t('selection.ask'), exact: true }).click();
    await expect(page.getByRole('region', { name: t('quote.about') })).toContainText(cited);
    const files = page.getByRole('list', { name: words('file:attached') });
    await expect(files.getByRole('img')).toBeVisible();
    await chat.send('[[say A chart.]] What does it show?');
    await chat.expectAnswer('A chart.');
    await expect(chat.lastQuestion.getByRole('img')).toHaveJSProperty('complete', true);
  });

  await test.step('its quotation leads back to the rectangle', async () => {
    await viewer.pages.focus();
    await page.keyboard.press('End');
    await expect(viewer.pages.locator('[data-area]')).toHaveCount(0);
    await chat.lastQuestion.getByRole('link').first().click();
    await expect(viewer.pages.locator('[data-page="1"] [data-area]')).toBeInViewport();
  });

  await test.step('a rectangle drawn since then gives way to it, and follows its keys into view', async () => {
    const lefts = () =>
      viewer.pages.locator('[data-area]').evaluateAll((all) => all.map((each) => each.style.left));
    const before = await lefts();
    await viewer.pages.focus();
    await page.keyboard.press('a');
    for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-drawing]')).toBeInViewport({ ratio: 0.5 });
    for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowUp');
    await expect(page.locator('[data-drawing]')).toBeInViewport({ ratio: 0.5 });
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    expect(await lefts()).not.toEqual(before);
    await chat.lastQuestion.getByRole('link').first().click();
    await expect.poll(lefts).toEqual(before);
    await expect(bar).toBeHidden();
    await page.keyboard.press('Escape');
    await page.locator('body').press('?');
    await expect(page.getByRole('region', { name: t('keys.title') })).toContainText(t('keys.size'));
    await page.keyboard.press('Escape');
  });

  await test.step('by a finger', async () => {
    const phone = await openWindow(owner.state, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.goto(page.url().replace(/#.*/, ''));
    const there = new Viewer(phone, 'Book.pdf');
    await expect(there.picture(1)).toBeVisible();
    await there.tool('area.tool').tap();
    const client = await phone.context().newCDPSession(phone);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: y - 260, y }],
      });
    await touch('touchStart', 320);
    for (const y of [350, 400, 450, 500]) await touch('touchMove', y);
    await touch('touchEnd', 0);
    await expect(there.pages.locator('[data-page="1"] [data-area]')).toBeVisible();
    await phone
      .getByRole('toolbar', { name: t('area.label') })
      .getByText(t('selection.ask'), { exact: true })
      .tap();
    await expect(new Conversation(phone).composer).toBeVisible();
    await expect(phone.getByRole('region', { name: t('quote.about') })).toContainText(cited);
    await expect(phone.getByRole('list', { name: words('file:attached') }).getByRole('img')).toBeVisible();
  });
});
