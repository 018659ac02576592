import { describe, expect, it } from 'vitest';
import { addressKey, isLoopback } from './address.ts';

describe('addressKey', () => {
  it.each([
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:ffff:cb00:7107',
    '0000:0000:0000:0000:0000:ffff:203.0.113.7',
    ' 203.0.113.7 ',
  ])('counts %s as one IPv4 client', (spelling) => {
    expect(addressKey(spelling)).toBe('203.0.113.7');
  });

  it.each([
    '2001:db8:1:2::1',
    '2001:DB8:1:2::1',
    '2001:0db8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:db8:1:2::dead%eth0',
  ])('counts %s by its /64', (spelling) => {
    expect(addressKey(spelling)).toBe('2001:db8:1:2::/64');
  });

  it('keeps neighbouring networks apart', () => {
    expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  });

  it('leaves anything else unchanged', () => {
    expect(addressKey('')).toBe('unknown');
    expect(addressKey('somewhere')).toBe('somewhere');
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'])('%s is', (ip) => {
    expect(isLoopback(ip)).toBe(true);
  });

  it.each(['10.0.0.1', '203.0.113.7', '2001:db8::1', 'localhost', ''])('%s is not', (ip) => {
    expect(isLoopback(ip)).toBe(false);
  });
});
