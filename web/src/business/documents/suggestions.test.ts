import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deal } from '#web/wire.ts'
import { guessOf, knownOf, suggestionsFor } from './suggestions.ts'

const deal = {
  name: 'New roof',
  contact: { name: 'Maya Rao', email: 'maya@rao.example', phone: '+4930901820' },
  company: { name: 'Rao & Sons' },
  business_name: null,
  value_minor: 125_000,
  currency: 'EUR',
} as unknown as Deal
const own = { name: 'Nora Berg', email: 'nora@nordlicht.example', workspace: 'Nordlicht' }
const known = knownOf(deal, own, { locale: 'en', today: new Date('2026-11-30T12:00:00Z') })
const text = (key: string): string => guessOf({ key, type: 'text' }, known)

test('a placeholder is offered what deal, contact, company and workspace know, by its words', () => {
  const offered = {
    ...{ CLIENT_NAME: 'Maya Rao', CLIENT_EMAIL: 'maya@rao.example', CLIENT_PHONE: '+4930901820', COMPANY: 'Rao & Sons' },
    ...{
      PROJECT: 'New roof',
      PRICE: '€1,250',
      AGENCY: 'Nordlicht',
      SENDER: 'Nora Berg',
      AGENCY_EMAIL: 'nora@nordlicht.example',
    },
    ...{ START_DATE: 'November 30, 2026', WARRANTY: '' },
  }
  const found = Object.fromEntries(Object.keys(offered).map((key) => [key, text(key)]))
  assert.deepEqual({ ...found, PRICE: found.PRICE?.replace(/\.00$/, '') }, offered)
})

test('a value that does not fit the type of a placeholder is not offered for it', () => {
  assert.equal(guessOf({ key: 'PRICE', type: 'number' }, known), '', 'a currency is no part of a number')
  assert.equal(guessOf({ key: 'CLIENT_NAME', type: 'email' }, known), '')
  assert.deepEqual(suggestionsFor({ key: 'MAIL', type: 'email' }, known), ['maya@rao.example', 'nora@nordlicht.example'])
  assert.deepEqual(suggestionsFor({ key: 'FIRST_DAY', type: 'date' }, known).includes('November 30, 2026'), true)
})

test('of a deal a value that is not known is offered as nothing, and a company without a record by the name that the lead had', () => {
  const bare = { ...deal, contact: null, company: null, business_name: 'Rao', value_minor: null } as unknown as Deal
  const little = knownOf(bare, own, { locale: 'en', today: new Date() })
  assert.deepEqual([little.clientName, little.clientPhone, little.value, little.company], ['', '', '', 'Rao'])
})
