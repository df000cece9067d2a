import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { addressesInHosts, byDns } from './resolve-names.ts';

it('finds a name in a file of hosts, whatever stands around it', () => {
  const hosts =
    '127.0.0.1 localhost\n# 10.0.0.9 wiki.example\n10.0.0.1\tWiki.example wiki # ours\n::2 wiki.example\n';
  expect(addressesInHosts(hosts, 'wiki.example')).toEqual([
    { address: '10.0.0.1', family: 4 },
    { address: '::2', family: 6 },
  ]);
  expect(addressesInHosts(hosts, 'example')).toEqual([]);
});

it('answers one name while fifty others wait for a server of names that is silent', async () => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // Only what is asked about here.example is answered, and with 192.0.2.7 where that is an address of version 4.
  socket.on('message', (query, from) => {
    if (!query.includes('here')) return;
    const isFour = query.readUInt16BE(query.length - 4 - (query.readUInt16BE(10) > 0 ? 11 : 0)) === 1;
    const question = query.subarray(12, query.length - (query.readUInt16BE(10) > 0 ? 11 : 0));
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    socket.send(Buffer.concat([head, question, ...(isFour ? [answer] : [])]), from.port, from.address);
  });
  const servers = [`127.0.0.1:${socket.address().port}`];
  const silent = Array.from({ length: 50 }, (_, at) =>
    byDns(`a${at}.silent.example`, servers).catch(({ code }: { code: string }) => code),
  );
  const first = await Promise.race([byDns('here.example', servers), ...silent]);
  expect(first).toEqual([{ address: '192.0.2.7', family: 4 }]);
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['EAI_AGAIN']));
  socket.close();
});
