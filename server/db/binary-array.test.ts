import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { cloneDatabase } from '#test/support/database.ts'
import { BinaryArray } from './binary-array.ts'
import { connectionOptions } from './connect.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client

before(async () => {
  clone = await cloneDatabase()
  client = new pg.Client(connectionOptions(clone.target, { application: 'test', role: null }))
  await client.connect()
})
after(async () => {
  await client.end()
  await clone.drop()
})

const cases = {
  int: { write: (array, value) => array.int(value as number), values: [0, 1, -1, 2_147_483_647, -2_147_483_648] },
  text: {
    write: (array, value) => array.text(value as string),
    values: ['', 'a', '"\\{},null', 'NULL', 'äöü ß', '漢字'.repeat(2_000), '👩‍👩‍👧 \u2028', 'x'.repeat(70_000)],
  },
  uuid: {
    write: (array, value) => array.uuid(value as string),
    values: [
      '00000000-0000-0000-0000-000000000000',
      '0123abcd-4567-789a-bcde-f0123456789a',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ],
  },
  jsonb: {
    write: (array, value) => array.json(value as object),
    values: [{}, { basis: 'ü"\\', recognised: true }, { a: [1, { b: null }] }],
  },
  bytea: {
    write: (array, value) => array.bytes(value as Buffer),
    values: [Buffer.alloc(0), Buffer.from([0, 255, 92, 120]), Buffer.alloc(66_000, 7)],
  },
} satisfies Record<string, { write: (array: BinaryArray, value: unknown) => void; values: unknown[] }>

for (const [kind, { write, values }] of Object.entries(cases)) {
  test(`an array of ${kind} arrives as it was written, nulls before, between and after`, async () => {
    const written = [null, null, ...values.flatMap((value) => [value, null]), values[0]]
    const array = new BinaryArray(kind as keyof typeof cases)
    for (const value of written) write(array, value)
    const { rows } = await client.query(`select $1::${kind}[] as arrived`, [array.value()])
    assert.deepEqual(rows[0]?.arrived, written)
  })

  test(`an array of ${kind} in which nothing stands is null`, () => {
    const array = new BinaryArray(kind as keyof typeof cases)
    write(array, null)
    assert.equal(array.value(), null)
  })
}
