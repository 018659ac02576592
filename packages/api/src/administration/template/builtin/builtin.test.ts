import { iconSchema } from '@tandem/shared/app/schema';
import { assistantAvatarSchema } from '@tandem/shared/assistant/avatar';
import {
  instructionVariables,
  MAX_INSTRUCTIONS_LENGTH,
  MAX_STARTER_LENGTH,
} from '@tandem/shared/assistant/schema';
import { templateKinds } from '@tandem/shared/template/schema';
import { displayNameSchema, languages } from '@tandem/shared/user/schema';
import { describe, expect, it } from 'vitest';
import { toolNames } from '../../../ai/tools/tools.ts';
import { builtinTemplates } from './index.ts';

const withAssistants = builtinTemplates.filter(({ kind }) => kind !== 'document');
const each = withAssistants.flatMap((template) =>
  languages.map((language) => [template.words.en.name, language, template] as const),
);

describe('built-in templates', () => {
  it('are at least twelve, of every kind, without duplicates', () => {
    expect(builtinTemplates.length).toBeGreaterThanOrEqual(12);
    expect(new Set(builtinTemplates.map(({ kind }) => kind))).toEqual(new Set(templateKinds));
    expect(new Set(builtinTemplates.map(({ id }) => id)).size).toBe(builtinTemplates.length);
    for (const language of languages)
      expect(new Set(builtinTemplates.map(({ words }) => words[language].name)).size).toBe(
        builtinTemplates.length,
      );
  });

  it.each(each)('%s in %s can be used', (_name, language, template) => {
    const words = template.words[language];
    expect(toolNames).toEqual(expect.arrayContaining(template.tools));
    expect(iconSchema.safeParse(template.icon).success).toBe(true);
    expect(assistantAvatarSchema.safeParse(template.icon).success).toBe(true);
    expect(displayNameSchema.parse(words.name)).toBe(words.name);
    expect(words.assistantName === undefined).toBe(template.kind === 'assistant');
    expect(words.instructions.length).toBeLessThan(MAX_INSTRUCTIONS_LENGTH);
    expect(words.instructions.trim()).toBe(words.instructions);
    expect(words.starters.length).toBeGreaterThanOrEqual(3);
    for (const starter of words.starters) expect(starter.length).toBeLessThanOrEqual(MAX_STARTER_LENGTH);
    for (const [, variable] of words.instructions.matchAll(/\{\{(\w+)\}\}/g))
      expect(instructionVariables).toContain(variable);
  });

  it.each(withAssistants)('$words.en.name has the same fields in every language', ({ words }) => {
    const variables = (text: string) => new Set(text.match(/\{\{\w+\}\}/g) ?? []);
    expect(variables(words['zh-CN'].instructions)).toEqual(variables(words.en.instructions));
    expect(words['zh-CN'].starters.length).toBe(words.en.starters.length);
    expect(words['zh-CN'].instructions).toMatch(/\p{scx=Han}/u);
  });
});
