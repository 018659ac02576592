import { expect, it } from 'vitest';
import { callAllowance } from './call-allowance.ts';

it('admits the agreed number of calls a minute, for each subject separately', () => {
  let now = 1_000_000;
  const admit = callAllowance(() => now);
  for (let call = 0; call < 3; call++) admit('user:1', 3);
  expect(() => admit('user:1', 3)).toThrow(
    expect.objectContaining({ key: 'tooManyRequests', params: { seconds: 60 } }),
  );
  expect(() => admit('user:2', 3)).not.toThrow();

  now += 45_500;
  expect(() => admit('user:1', 3)).toThrow(expect.objectContaining({ params: { seconds: 15 } }));
  now += 14_500;
  expect(() => admit('user:1', 3)).not.toThrow();
});
