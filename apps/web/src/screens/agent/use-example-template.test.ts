import { FIRST_TEMPLATES } from '@tandem/shared/agent/template';
import { expect, it } from 'vitest';
import { templateAfter } from './use-example-template.ts';

const wordsOf = (example: string) => `Do ${example}`;
const after = (...drafts: string[]) =>
  drafts.reduce<string | null>((before, draft) => templateAfter(draft, before, wordsOf), null);

it('remembers the template whose words were pressed, also when they are changed', () => {
  expect(after('', 'Do merge', 'Do merge into all.csv')).toBe(FIRST_TEMPLATES.merge);
});

it('forgets it with the emptied draft, so that other words bring no files', () => {
  expect(after('Do merge', '', 'Write a poem')).toBeNull();
});
