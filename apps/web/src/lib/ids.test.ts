import { afterEach, expect, it, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => vi.restoreAllMocks());

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('C20: new ids are version-4 UUIDs, in a secure context or not', () => {
  expect(newId()).toMatch(UUID4);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(undefined as never);
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  expect(newId()).toMatch(UUID4);
  expect(newId()).not.toBe(newId());
  Reflect.deleteProperty(crypto, 'randomUUID');
});
