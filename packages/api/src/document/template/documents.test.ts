import { emojiSchema } from '@tandem/shared/message/schema';
import { displayNameSchema, type Language, languages } from '@tandem/shared/user/schema';
import { describe, expect, it } from 'vitest';
import type { BuiltinTemplate } from '../../administration/template/builtin/index.ts';
import { markdownOf } from '../convert/markdown.ts';
import { readText } from '../document/reading.ts';
import { documentTemplates } from './index.ts';

const each = documentTemplates.flatMap((template) =>
  languages.map((language) => [template.words.en.name, language, template] as const),
);
const blocksOf = ({ words }: BuiltinTemplate, language: Language) =>
  readText({ format: 'markdown', text: words[language].document ?? '' }, 1);

describe('document templates', () => {
  it('are at least eight', () => {
    expect(documentTemplates.length).toBeGreaterThanOrEqual(8);
  });

  it.each(each)('%s in %s becomes blocks that export to the same text', async (_name, language, template) => {
    const { name, description, keywords, document = '' } = template.words[language];
    const blocks = await blocksOf(template, language);
    expect(markdownOf(blocks)).toBe(document);
    expect(blocks.length).toBeGreaterThan(10);
    expect(displayNameSchema.parse(name)).toBe(name);
    expect(emojiSchema.safeParse(template.icon).success).toBe(true);
    expect(description.length).toBeGreaterThan(5);
    expect(keywords.length).toBeGreaterThanOrEqual(4);
    // No Markdown syntax remains as text.
    expect(JSON.stringify(blocks)).not.toMatch(/"text":"[^"]*(?:\[!|\[ \]|\*\*|`|\|)/u);
  });

  it.each(documentTemplates)('$words.en.name has the same structure in every language', async (template) => {
    const build = async (language: Language) =>
      (await blocksOf(template, language)).map(({ type, props }) => [type, props?.kind, props?.level]);
    expect(await build('zh-CN')).toEqual(await build('en'));
    expect(template.words['zh-CN'].document).toMatch(/\p{scx=Han}/u);
  });
});
