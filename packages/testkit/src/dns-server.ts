import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a name has, by the type of the record. */
interface Zone {
  TXT?: readonly string[];
  CNAME?: string;
  A?: readonly string[];
}

/** A DNS server that knows the names it is told, and of any other that there is none. */
export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  readonly address: string;
  readonly zones: Map<string, Zone>;
  /** While false, nothing is answered. */
  answers: boolean;
}

const types = { A: 1, CNAME: 5, TXT: 16 } as const;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** The question of a packet: the name, its type, and where it ends. */
function questionOf(packet: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

function record(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), head, data]);
}

function recordsOf(name: string, zone: Zone, type: number): readonly Buffer[] {
  const alias = zone.CNAME === undefined ? [] : [record(name, types.CNAME, nameBytes(zone.CNAME))];
  if (type === types.TXT)
    return (zone.TXT ?? []).map((text) =>
      record(name, type, Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])),
    );
  if (type === types.CNAME) return alias;
  if (type === types.A)
    return [
      ...alias,
      ...(zone.A ?? []).map((address) => record(name, type, Buffer.from(address.split('.').map(Number)))),
    ];
  return alias;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const zones = new Map<string, Zone>();
  const server: DnsServer = {
    address: '',
    zones,
    answers: true,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (packet, { port, address }) => {
    if (!server.answers) return;
    const { name, type, end } = questionOf(packet);
    const zone = zones.get(name);
    const records = zone === undefined ? [] : recordsOf(name, zone, type);
    const head = Buffer.alloc(12);
    packet.copy(head, 0, 0, 2);
    // An answer with authority; 3: there is no such name.
    head.writeUInt16BE(0x8580 | (zone === undefined ? 3 : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, packet.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` });
}
