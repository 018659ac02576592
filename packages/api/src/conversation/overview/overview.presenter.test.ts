import { expect, it } from 'vitest';
import { presentOverview } from './overview.presenter.ts';

it('shows no stored question with an address', () => {
  const questions = ['Is the-rent-is-900-.example.com right?', 'Who is the landlord?'];
  const row = {
    ...{
      status: 'ready',
      summary: 'A lease.',
      outline: [],
      questions,
      model: 'm',
      isExtract: false,
      error: null,
    },
  } as unknown as Parameters<typeof presentOverview>[0];
  expect(presentOverview(row, 1).questions).toEqual(['Who is the landlord?']);
});
