import { describe, expect, it } from 'vitest';
import { AllowedHosts, isPublicAddress } from './address-rules.ts';

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '0:0:0:0:0:ffff:7f00:0001',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:53aa:64c:0:7fff:ffff:fffe',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('can be allowed by name, address and block', () => {
    const allowed = new AllowedHosts(['Intranet.example', '10.1.2.3', '10.9.0.0/16', 'fd00::/8']);
    expect(allowed.allows('intranet.example', '192.168.0.1')).toBe(true);
    expect(allowed.allows('other.example', '10.1.2.3')).toBe(true);
    expect(allowed.allows('other.example', '10.1.2.4')).toBe(false);
    expect(allowed.allows('other.example', '10.9.200.1')).toBe(true);
    expect(allowed.allows('other.example', 'fd12::1')).toBe(true);
    expect(allowed.allows('other.example', 'fe80::1')).toBe(false);
    expect(new AllowedHosts(['*']).allows('any.example', '127.0.0.1')).toBe(true);
  });
});
