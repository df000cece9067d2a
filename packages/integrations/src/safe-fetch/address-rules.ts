import { BlockList, isIP } from 'node:net';

/** Address blocks that are not the public internet (IANA special-purpose registries, RFC 6890 and its successors). */
const special4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; clouds serve their metadata here
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; some clouds serve metadata here
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const;

/** Of IPv6 only the global unicast block is public, less the parts of it that lead elsewhere. */
const public6 = '2000::/3';
const special6 = [
  '2001::/23', // protocol assignments, Teredo: an IPv4 address in disguise
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address in disguise
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
] as const;

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits = ''] = block.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const refused4 = blockList(special4);
const allowed6 = blockList([public6]);
const refused6 = blockList(special6);

/** IPv4 written as IPv6: mapped (::ffff:a.b.c.d) and translated (64:ff9b::a.b.c.d); null for other addresses. */
function embedded4(address: string): string | null {
  // The URL parser writes an IPv6 address in its one canonical way.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const tail = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (tail === null) return null;
  const [high, low] = [Number.parseInt(tail[1] ?? '', 16), Number.parseInt(tail[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether an address (without brackets or zone) lies in the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused4.check(address);
  if (version !== 6 || address.includes('%')) return false;
  const inside = embedded4(address);
  if (inside !== null) return isPublicAddress(inside);
  return allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** The private hosts an operator allows: names (whatever they resolve to), addresses and blocks. */
export class AllowedHosts {
  readonly #names = new Set<string>();
  readonly #blocks: BlockList;
  readonly #all: boolean;

  /** `entries` such as `intranet.example`, `10.1.2.3`, `10.1.0.0/16`, `fd00::/8`; `*` allows every host. */
  constructor(entries: readonly string[]) {
    const blocks: string[] = [];
    for (const entry of entries) {
      const [address = ''] = entry.split('/');
      if (isIP(address) === 0) this.#names.add(entry.toLowerCase());
      else blocks.push(entry.includes('/') ? entry : `${entry}/${isIP(entry) === 6 ? 128 : 32}`);
    }
    this.#blocks = blockList(blocks);
    this.#all = this.#names.has('*');
  }

  /** Whether the host is allowed whatever its name leads to. */
  names(host: string): boolean {
    return this.#all || this.#names.has(host.toLowerCase());
  }

  allows(host: string, address: string): boolean {
    if (this.names(host)) return true;
    return this.#blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
}
