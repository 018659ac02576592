import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const folder = path.resolve(import.meta.dirname, '../../../packages/shared/locales');

/** Sentences of a language by `namespace:key`. */
function sentencesOf(language: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') found.set(key, value);
    else for (const [name, each] of Object.entries(value as object)) walk(each, `${key}.${name}`);
  };
  for (const file of globSync('*.json', { cwd: path.join(folder, language) }))
    walk(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')), file.replace('.json', ''));
  return found;
}

/** Sentences that become somebody's own words by a press, and stay in the language in which that was. */
const owned = /^(common\.(starter|fork|copy)\.|assistant\.newName$|home\.starters\.\w+\.words$)/;
const isOwned = (key: string) => owned.test(key);

const chinese = sentencesOf('zh-CN');
const englishByKey = sentencesOf('en');
/** Every English sentence that has another form in Chinese. */
const english = new Set(
  [...englishByKey].flatMap(([key, text]) => (chinese.get(key) === text ? [] : [text.trim()])),
);
for (const [key, text] of englishByKey) if (isOwned(key)) english.delete(text);

/** Every Chinese sentence, with its blanks open. */
const chineseForms = [...chinese]
  .filter(([key]) => !isOwned(key))
  .flatMap(([key, text]) => (englishByKey.get(key) === text ? [] : [text]))
  .filter((text) => /\p{Script=Han}{2}/u.test(text))
  .map((text) => {
    const fixed = text.trim().split(/\{\{[^}]*\}\}|<[^>]*>/);
    return new RegExp(
      `^${fixed.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`,
      'su',
    );
  });

/** All visible or announced text on a page except key names and code: text, names, hints and placeholders. */
async function spoken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (/^(SCRIPT|STYLE)$/.test(node.tagName)) continue;
        for (const name of [
          'aria-label',
          'title',
          'placeholder',
          'alt',
          'aria-description',
          'aria-roledescription',
        ])
          found.push(node.getAttribute(name) ?? '');
      } else if (!node.parentElement?.closest('script, style, kbd, pre')) found.push(node.textContent ?? '');
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
}

/** A bare key; names of hosts look like one. */
const isKey = (text: string) =>
  /^([a-z]+:)?[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/.test(text) && !/\.(com|org|net|test)$/.test(text);

/** English sentences of ours, and bare keys, on a page that should speak Chinese. */
export async function englishOn(page: Page): Promise<string[]> {
  return [...new Set((await spoken(page)).filter((text) => english.has(text) || isKey(text)))];
}

/** Chinese sentences of ours, whatever fills their blanks, on a page that should speak English. */
export async function chineseOn(page: Page): Promise<string[]> {
  const isChinese = (text: string) =>
    /\p{Script=Han}/u.test(text) && chineseForms.some((form) => form.test(text));
  return [...new Set((await spoken(page)).filter((text) => isChinese(text) || isKey(text)))];
}
