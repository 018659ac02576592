import { expect, test } from 'vitest';
import { allowedPrivateHosts, hostAllowance } from './allowed-hosts.ts';

test.each([
  ['localhost', 'localhost', 11434, true],
  ['LocalHost', 'localhost', 80, true],
  ['localhost:11434', 'localhost', 11434, true],
  ['localhost:11434', 'localhost', 22, false],
  ['gpu.lan:80', 'gpu.lan', 80, true],
  ['gpu.lan:80', 'gpu.lan', 8080, false],
  ['10.0.0.5', '10.0.0.5', 8000, true],
  ['10.0.0.5', '10.0.0.6', 8000, false],
  ['::1', '[::1]', 8000, true],
  ['[::1]:8000', '::1', 8000, true],
  ['[::1]:8000', '::1', 8001, false],
  ['http://127.0.0.1:4999/v1', '127.0.0.1', 4999, true],
  ['https://models.lan', 'models.lan', 443, true],
  ['https://models.lan', 'models.lan', 80, false],
  ['2130706433', '127.0.0.1', 80, true],
  ['lan', 'gpu.lan', 80, false],
  ['', '', 80, false],
  ['*', 'localhost', 80, false],
  ['not a host', 'not', 80, false],
])('%s opens %s:%i → %s', (entry, host, port, expected) => {
  expect(hostAllowance([entry])(host, port)).toBe(expected);
});

test('hosts of providers from the environment are open too', () => {
  const providers = {
    openaiApiKey: null,
    openaiBaseUrl: 'http://127.0.0.1:4999/v1',
    anthropicApiKey: null,
    googleApiKey: null,
    ollamaUrl: 'http://localhost:11434',
  };
  const allowed = hostAllowance(allowedPrivateHosts({ providerPrivateHosts: ['gpu.lan'], providers }));
  expect(allowed('127.0.0.1', 4999)).toBe(true);
  expect(allowed('127.0.0.1', 5432)).toBe(false);
  expect(allowed('localhost', 11434)).toBe(true);
  expect(allowed('gpu.lan', 1)).toBe(true);
});
