import { FIRST_TEMPLATES } from '@tandem/shared/agent/template';
import en from '@tandem/shared/locales/en/agent.json' with { type: 'json' };
import zh from '@tandem/shared/locales/zh-CN/agent.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { builtinAgentTemplates } from './index.ts';

it('names and words of examples are those of the templates that need no model', () => {
  const told = Object.values(FIRST_TEMPLATES).map((id) =>
    builtinAgentTemplates.find((each) => each.id === id),
  );
  expect(told.map((each) => each?.needsModel)).toEqual([false, false, false]);
  for (const [language, { example }] of [
    ['en', en],
    ['zh-CN', zh],
  ] as const) {
    const shown = Object.keys(FIRST_TEMPLATES).map((key) => example[key as keyof typeof example]);
    const words = told.map((each) => each?.words[language]);
    expect(shown).toEqual(words.map((each) => ({ name: each?.title, words: each?.task })));
  }
});
