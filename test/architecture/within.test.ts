import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '#core/catalogue.ts'
import type { Db } from '#core/context.ts'
import { type AnyContribution, type AnyMoment, contribution, moment, question } from '#core/within.ts'
import { foyer } from '#domains/catalogue.ts'

const merged = moment<{ readonly said: string[] }>('merged')
const asked = question<string, string>('asked')
const speaker = (name: string) =>
  contribution({
    ...{ name, to: merged },
    run: async ({ said }, { orgId }) => {
      said.push(`${orgId} ${name}`)
    },
  })
const [first, second] = [speaker('first'), speaker('second')]
const answer = (name: string) => contribution({ name, to: asked, run: async (word) => `${name}: ${word}` })
const db = {} as Db

const put = (
  below: readonly AnyMoment[],
  above: readonly AnyContribution[],
  order?: Readonly<Record<string, readonly string[]>>,
) =>
  assemble(
    {
      crm: { contacts: { title: '', owns: [], moments: below }, deals: { title: '', owns: [], within: above } },
    },
    order && { within: order },
  )

test('contributions run one after the other in the order that the catalogue lists', async () => {
  const said: string[] = []
  await put([merged], [second, first], { merged: ['first', 'second'] }).within(db, 'acme', merged, { said })
  assert.deepEqual(said, ['acme first', 'acme second'])
})

test('read-only contributions are answered in the order of the modules', async () => {
  const { within } = put([asked], [answer('b'), answer('a')])
  assert.deepEqual(await within(db, 'acme', asked, 'x'), ['b: x', 'a: x'])
})

test('a contribution that is missing in the order, one too many and a moment that is not declared are refused at the start', async () => {
  assert.throws(
    () => put([merged], [first, second], { merged: ['first'] }),
    /order of merged is \[first\], but .* \[first, second\]/,
  )
  assert.throws(() => put([merged], [first]), /order of merged is \[\], but modules contribute \[first\]/)
  assert.throws(() => put([merged], [first], { merged: ['first', 'second'] }), /order of merged is \[first, second\]/)
  assert.throws(() => put([merged], [first], { merged: ['first', 'first'] }), /order of merged is \[first, first\]/)
  assert.throws(() => put([], [first], {}), /first contributes to the moment merged, which no module declares/)
  assert.throws(() => put([moment('merged')], [first], {}), /first contributes to the moment merged, which no module declares/)
  assert.throws(() => put([merged], [], { asked: [] }), /an order for asked, which is not an ordered moment/)
  assert.throws(() => put([merged, merged], []), /the moment merged is declared by both crm\/contacts and crm\/contacts/)
  await assert.rejects(put([], []).within(db, 'acme', merged, { said: [] }), /no module declares the moment merged/)
})

test('the moments of the product are declared by modules below those that contribute', () => {
  const place = (name: string, of: 'moments' | 'within') =>
    foyer.modules.findIndex((module) => module[of]?.some((each) => each.name === name))
  const wrong = foyer.modules
    .flatMap(({ within = [] }) => within)
    .filter(({ name, to }) => place(to.name, 'moments') > place(name, 'within'))
  assert.deepEqual(wrong, [])
})
