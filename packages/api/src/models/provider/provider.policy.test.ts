import { expect, it } from 'vitest';
import { providerAbilities } from './provider.policy.ts';

const facts = { ofInstallation: false, kind: 'openai', isFromEnvironment: false, operates: false } as const;
const letters = (abilities: ReturnType<typeof providerAbilities>) =>
  (['change', 'connect', 'remove'] as const).filter((name) => abilities[name]).join(' ');

it.each([
  ['a team’s own', {}, 'change connect remove'],
  ['the installation’s, to administrators', { ofInstallation: true }, ''],
  ['the installation’s, to operators', { ofInstallation: true, operates: true }, 'change connect remove'],
  [
    'the environment’s, to operators',
    { ofInstallation: true, operates: true, isFromEnvironment: true },
    'change',
  ],
  ['the built-in one, to operators', { ofInstallation: true, operates: true, kind: 'offline' }, 'change'],
  ['the built-in one, to administrators', { ofInstallation: true, kind: 'offline' }, ''],
] as const)('%s', (_whose, changed, may) => {
  expect(letters(providerAbilities({ ...facts, ...changed }))).toBe(may);
});
