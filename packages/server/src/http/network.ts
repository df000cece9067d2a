import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** The eight groups of an IPv6 address as numbers, an IPv4 address at its end among them. */
function groups(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (dotted !== null) {
    const [a, b, c, d] = dotted.slice(2).map(Number) as [number, number, number, number];
    return groups(`${dotted[1]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`);
  }
  const [before = '', after] = address.split('::');
  const front = groupsOf(before);
  const back = groupsOf(after ?? '');
  const zeros = after === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].map((group) => Number.parseInt(group, 16));
}

/**
 * What limits by address count: an IPv4 address, also where it is written as IPv6 (`::ffff:192.0.2.1`), and of IPv6 the
 * /64 that one customer of a provider has all addresses of.
 */
export function networkOf(address: string): string {
  // A link-local address names its interface: `fe80::1%eth0`.
  const [plain = ''] = address.split('%');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const all = groups(plain);
  const [high = 0, low = 0] = all.slice(6);
  if (all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

const withPort = /^(?:\[(?<bracketed>[^\]]*)\](?::\d+)?|(?<dotted>\d+\.\d+\.\d+\.\d+):\d+)$/;

/** `1.2.3.4:5678` and `[::1]:80`, as some proxies name who called them, without the port. */
function withoutPort(address: string): string {
  const { bracketed, dotted } = withPort.exec(address)?.groups ?? {};
  if (dotted !== undefined) return dotted;
  return bracketed !== undefined && isIPv6(bracketed) ? bracketed : address;
}

/**
 * Takes the ports out of `X-Forwarded-For` before anybody asks for the caller's address: with them a trusted proxy in the
 * chain is not recognised, and each connection of a caller would count as another caller.
 */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const header = headers['x-forwarded-for'];
    if (typeof header === 'string')
      headers['x-forwarded-for'] = header
        .split(',')
        .map((address) => withoutPort(address.trim()))
        .join(', ');
    done();
  });
}
