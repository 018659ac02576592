import { describe, expect, test } from 'vitest';
import { classifyAddress } from './addresses.ts';

const table = {
  public: [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '2606:4700:4700::1111',
    '2a00:1450:4001::8',
    '::ffff:8.8.8.8',
  ],
  'public through DNS64': ['64:ff9b::8.8.8.8'],
  private: [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '127.0.0.1',
    '127.8.9.1',
    '100.64.0.1',
  ],
  'private, special': ['0.0.0.0', '198.18.0.7', '::1', '::', 'fc00::1', 'fd12:3456::1'],
  'private, wrapped': [
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
  ],
  'never: metadata': ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  'never: wrapped metadata': [
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '::ffff:168.63.129.16',
  ],
  'never: link-local, multicast': [
    '169.254.0.1',
    'fe80::1',
    'fe80::1%eth0',
    '224.0.0.1',
    '239.1.2.3',
    'ff02::1',
  ],
  'never: reserved': [
    '255.255.255.255',
    '240.0.0.1',
    '0.1.2.3',
    '192.0.2.1',
    '203.0.113.9',
    '2001:db8::1',
    '192.88.99.1',
  ],
  'never: tunnels': [
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '64:ff9b:1::a00:1',
  ],
  'never: obsolete': [
    '::7f00:1',
    '::127.0.0.1',
    '::8.8.8.8',
    'fec0::1',
    '::ffff:0:7f00:1',
    '4000::1',
    '5f00::1',
    '100::1',
  ],
  'never: not an address': ['', 'localhost', '999.1.1.1', '1.2.3.4.5', '[::1]'],
};

describe.each(Object.entries(table))('%s', (name, addresses) => {
  test.each(addresses)('%s', (address) => {
    expect(classifyAddress(address)).toBe(name.split(/[ ,:]/)[0]);
  });
});
