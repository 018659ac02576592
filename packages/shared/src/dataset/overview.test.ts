import { expect, it } from 'vitest';
import { writtenOverviewSchema } from './overview.ts';

const refuses = (question: string) =>
  !writtenOverviewSchema.safeParse({
    summary: 'A lease.',
    outline: [],
    questions: [question, 'Who is the landlord?', 'When does it end?'],
  }).success;

it.each([
  'What does https://example.com say?',
  'What does example.com/rent-is-900 say?',
  'What does example.com?rent=900 say?',
  'Is the-rent-is-900.example.com right?',
  'Is the-rent-is-900-.example.com right?',
  'What does the-rent-is-900-.example/a say?',
  'Who is ada@example.com?',
])('refuses a question with an address, which a click would send as a person’s: %s', (question) => {
  expect(refuses(question)).toBe(true);
});

it.each([
  'What is in report.pdf?',
  'Does it use Node.js?',
  'What does 3.5 mean?',
  'What about e.g. pets?',
  '租金是多少？',
])('takes %s', (question) => {
  expect(refuses(question)).toBe(false);
});
