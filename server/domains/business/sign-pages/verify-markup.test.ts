import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTermFaults, stampFaults } from '#ports/paper.ts'
import { type Language, languages } from '#shapes/languages.ts'
import type { VerifiedDocument } from '../documents/verifying.ts'
import { lookStrings } from './look-strings.ts'
import { verifyPage } from './verify-markup.ts'
import { verifyStrings } from './verify-strings.ts'

const id = '01980000-0000-7000-8000-000000000000'
const shownOf = (locale: Language, doc: Partial<ReturnType<typeof VerifiedDocument.parse>>): string =>
  verifyPage({
    ...{ locale, file: null, look: null },
    asked: {
      number: id,
      verdict: {
        valid: true,
        doc: { id, title: 'Agreement', status: 'signed', signers: [], timestamp: null, longTerm: null, ...doc },
      },
    },
  })

test('why a timestamp or long-term data does not hold is said in the language of the page, each reason in its own words', () => {
  for (const locale of Object.keys(languages) as Language[]) {
    const said = new Set<string>()
    for (const fault of [...stampFaults, 'removed', 'other'] as const) {
      const says = 'The English sentence of the API.'
      const stamped = { state: 'stamped', at: '2026-11-27T08:00:00Z', authority: 'CN=A', valid: false } as const
      const page = shownOf(locale, { timestamp: { ...stamped, fault, says } })
      const words = verifyStrings[locale].stampFaults[fault]
      assert.ok(page.includes(words.replaceAll("'", '&#39;')), `${locale} ${fault}`)
      assert.ok(!page.includes(says), locale)
      said.add(words)
    }
    for (const fault of longTermFaults) {
      const of = { fault, certificate: 'CN=<Studio>' }
      const broken = shownOf(locale, { longTerm: { state: 'complete', valid: false, ...of } })
      const missing = shownOf(locale, { longTerm: { state: 'missing', valid: null, ...of } })
      assert.ok(!broken.includes('{certificate}') && !broken.includes('<Studio>'), `${locale} ${fault}`)
      assert.ok(
        broken.includes(verifyStrings[locale].longTermBroken) && missing.includes(verifyStrings[locale].longTermMissing),
      )
      said.add(/longTerm|<p>[^<]*<\/p>/.exec(missing.slice(missing.indexOf(verifyStrings[locale].longTerm)))?.[0] ?? '')
    }
    assert.equal(said.size, stampFaults.length + 2 + longTermFaults.length, locale)
  }
})

test('the name that a signer signed under stands beside the one that they were asked by, where it is another', () => {
  const signer = {
    name: 'Maya Rao',
    writtenAs: [] as string[],
    role: 'client',
    signedAt: '2026-11-27T08:00:00Z',
    class: 'link',
    paper: null,
  } as const
  for (const locale of Object.keys(languages) as Language[]) {
    const words = (name: string): string => verifyStrings[locale].signedAs.replace('{name}', `<bdi>${name}</bdi>`)
    const other = shownOf(locale, { signers: [{ ...signer, signedAs: 'Maya <Sharma>' }] })
    assert.ok(other.includes(`<bdi>Maya Rao</bdi><br>${words('Maya &lt;Sharma&gt;')}<br>`), locale)
    const [before = ''] = words('').split('<bdi>')
    const same = shownOf(locale, { signers: [{ ...signer, signedAs: null }] })
    assert.ok(before === '' || !same.includes(before), locale)
    const written = shownOf(locale, { signers: [{ ...signer, signedAs: null, writtenAs: ['D. <Duck>'] }] })
    const says = verifyStrings[locale].writtenAs.replace('{name}', '<bdi>D. &lt;Duck&gt;</bdi>')
    assert.ok(written.includes(`<bdi>Maya Rao</bdi><br>${says}<br>`), locale)
  }
})

test('the form of a closer look says before a file is chosen which command checks one over the limit, in the language of the page', () => {
  for (const locale of Object.keys(languages) as Language[]) {
    const page = verifyPage({
      ...{ locale, asked: null, look: null },
      file: { digest: 'ab'.repeat(32), verdict: { valid: false } },
    })
    const [form = ''] = /<form id="look"[\s\S]*<\/form>/.exec(page) ?? []
    const said = lookStrings[locale].larger.replace('{command}', '<code>npx foyer verify FILE.pdf</code>')
    assert.ok(said.includes('25') && form.includes(said.replaceAll("'", '&#39;')), locale)
    assert.ok(form.indexOf(said.slice(0, 10)) < form.indexOf('type="file"'), locale)
  }
})
