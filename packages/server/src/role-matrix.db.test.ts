import { type FlowVerb, flowNotFound } from '@weft/core';
import type { CallName } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access } from './access-rows.ts';
import { ask, makeWorld, type World } from './access-world.ts';
import type { HttpRow } from './http-access-row.ts';
import { httpAccess } from './http-access-rows.ts';
import { absentFlow, type Matrix, makeMatrix, verdictOf } from './role-matrix.ts';
import type { TestPerson } from './testing.ts';

/** A call about a flow, as one of its rows sends it. */
interface FlowCall {
  readonly name: string;
  readonly verb: FlowVerb | undefined;
  /** What it names, written out: it is about the flows whose ids stand in it. */
  readonly names: (world: World) => string;
  readonly send: (call: TestPerson['call'], world: World) => Promise<{ status: number; text: string }>;
}

const flowCalls: readonly FlowCall[] = [
  ...Object.entries(access).map(([name, { verb, input }]) => ({
    name,
    verb,
    names: (world: World) => JSON.stringify(input(world)),
    send: (call: TestPerson['call'], world: World) => ask(call, name as CallName, input(world)),
  })),
  ...Object.entries<HttpRow>(httpAccess).map(([name, { verb, token, path, body = () => ({}) }]) => {
    const [method = 'GET', pattern = '/'] = name.split(' ');
    const pathIn = (world: World) => path?.(world) ?? pattern;
    return {
      name,
      // What is published is for anybody, whatever they are to the flow.
      verb: token === 'open' ? undefined : verb,
      names: (world: World) => (token === 'open' ? '' : `${pathIn(world)} ${JSON.stringify(body(world))}`),
      send: async (call: TestPerson['call'], world: World) => {
        const response = await call(method, pathIn(world), method === 'GET' ? undefined : body(world));
        return { status: response.status, text: await response.text() };
      },
    };
  }),
];

describe('every call about a flow, by everybody, wherever it lies', () => {
  let world: World;
  let matrix: Matrix;
  beforeAll(async () => {
    world = await makeWorld();
    matrix = await makeMatrix(world);
  });
  afterAll(() => world.server.close());

  const idsIn = (place: Matrix['places'][number]) => [
    place.things.base.basePublicId,
    place.things.form.flowId,
    place.things.app.flowId,
  ];

  it('says of each what it does with the flow', () => {
    const place = must(matrix.places[0]);
    const silent = flowCalls.filter(
      ({ verb, names }) =>
        (verb !== undefined) !== idsIn(place).some((id) => names(place.world).includes(id)),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it.each(flowCalls.filter(({ verb }) => verb !== undefined))('$name', async ({ verb, names, send }) => {
    for (const place of matrix.places) {
      const named = names(place.world);
      const type = named.includes(place.things.app.flowId)
        ? 'zite'
        : named.includes(place.things.form.flowId)
          ? 'form'
          : 'base';
      for (const [name, person] of Object.entries(matrix.people)) {
        const { role, allowed } = verdictOf(must(place.standings[name]), must(verb), type);
        const { status, text } = await send(person.call, place.world);
        const who = `${name} in ${place.name}`;
        if (allowed.ok) {
          expect([who, [401, 403].includes(status), text.includes(flowNotFound)], text).toEqual([
            who,
            false,
            false,
          ]);
          if (verb !== 'open' && verb !== 'edit') await matrix.reset();
          continue;
        }
        expect([who, status]).toEqual([who, allowed.error.kind === 'not-found' ? 404 : 403]);
        expect(text, who).toContain(allowed.error.message);
        if (role !== null) continue;
        const absent = {
          base: { basePublicId: absentFlow },
          form: { flowId: absentFlow },
          app: { flowId: absentFlow },
        };
        const table = { ...place.world.table, basePublicId: absentFlow };
        const { status: other, text: told } = await send(person.call, { ...place.world, ...absent, table });
        expect([who, other, told], idsIn(place).join(' ')).toEqual([who, status, text]);
      }
    }
  });
});
