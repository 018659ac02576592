import { describe, expect, it } from 'vitest';
import { hostToOpen, privateHost } from './private-host.ts';

describe('privateHost', () => {
  it.each([
    ['http://127.0.0.1:11434', '127.0.0.1:11434'],
    ['http://localhost:11434/v1', 'localhost:11434'],
    ['http://[::1]:8080', '[::1]:8080'],
    ['http://10.0.0.5', '10.0.0.5'],
    ['http://192.168.1.20:1234/', '192.168.1.20:1234'],
    ['http://172.17.0.1:11434', '172.17.0.1:11434'],
    ['http://ollama:11434', 'ollama:11434'],
    ['http://gpu.lan', 'gpu.lan'],
  ])('%s is named %s', (apiHost, named) => {
    expect(privateHost(apiHost)).toBe(named);
  });

  it.each([
    'https://api.example.com/v1',
    'http://172.32.0.1',
    'http://8.8.8.8',
    '',
    'nonsense',
    'file:///etc',
  ])('%s is no private host', (apiHost) => {
    expect(privateHost(apiHost)).toBeNull();
  });

  it('names any host that was refused', () => {
    expect(hostToOpen('https://models.example.org/v1')).toBe('models.example.org');
  });
});
