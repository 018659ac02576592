import { expect, it } from 'vitest';
import { BudgetReservation } from './budget-reservation.ts';

const model = { kind: 'chat' as const, inputPrice: 1_000_000, outputPrice: 1_000_000, imagePrice: null };

it('reserves what requests beside each other need once', async () => {
  let left = 1_000;
  const reservation = new BudgetReservation({
    model,
    held: 0,
    signal: new AbortController().signal,
    async reserve(amount) {
      await Promise.resolve();
      if (amount > left) return { key: 'budgetSpent', retryable: false };
      left -= amount;
      return null;
    },
    onEmpty: () => {},
  });
  const amounts = { inputTokens: 400, outputTokens: 0 };
  const refusals = await Promise.all([1, 2, 3, 4].map(() => reservation.cover(amounts)));
  expect(refusals).toEqual([null, null, null, null]);
  expect(left).toBe(300);
});

it('knows all that was reserved, also by a stream and a request at the same time', async () => {
  let reserved = 0;
  const reservation = new BudgetReservation({
    model,
    held: 0,
    signal: new AbortController().signal,
    async reserve(amount) {
      await Promise.resolve();
      reserved += amount;
      return null;
    },
    onEmpty: () => {},
  });
  await Promise.all([
    reservation.watch({ outputTokens: 100 }),
    reservation.cover({ inputTokens: 5_000 }),
    reservation.cover({ inputTokens: 5_000 }),
  ]);
  const before = reserved;
  expect(before).toBe(5_300);
  await reservation.watch({ outputTokens: before - 300 });
  expect(reserved).toBe(before);
});
