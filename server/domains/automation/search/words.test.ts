import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { foldCase, searchQuery } from '#core/search.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { addNumber, addWords, personPart, withoutBeginnings, wordsOfLead, wordsOfMessage, wordsOfPerson } from './words.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

/** Letters of twenty scripts, each by the first and the last of a stretch; and what stands between words, and within them. */
const scripts = [
  [0x41, 0x7a],
  [0xc0, 0x17f],
  [0x1e00, 0x1eff],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x531, 0x586],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x905, 0x939],
  [0x985, 0x9b9],
  [0xa05, 0xa39],
  [0xa85, 0xab9],
  [0xb05, 0xb39],
  [0xb85, 0xbb9],
  [0xc05, 0xc39],
  [0xe01, 0xe3a],
  [0x10a0, 0x10ff],
  [0x13a0, 0x13f5],
  [0x3041, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
  [0x10400, 0x1044f],
  [0x1f300, 0x1f64f],
] as const
const between = [...' \t\n\r,;()"<>/@.+-_\'&|:#*!?=[]{}', '\u00a0', '\u2003', '\u0301', 'İ', 'ß', 'ﬁ', '½', '²', 'ς']

/** The same texts in every run: a linear congruential generator (Numerical Recipes). */
const textsOf = (count: number): string[] => {
  let state = 2_026
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, (_, n) => {
    const [first, last] = scripts[n % scripts.length] as readonly [number, number]
    const letter = (): string => (next(6) === 0 ? String(next(10)) : String.fromCodePoint(first + next(last - first + 1)))
    return Array.from({ length: 1 + next(30) }, () => (next(4) === 0 ? (between[next(between.length)] as string) : letter()))
      .join('')
      .replaceAll('\0', '')
  })
}

test('100,000 texts in twenty scripts have the words that the database made of them', async () => {
  const texts = textsOf(100_000)
  const wrong: unknown[] = []
  for (let from = 0; from < texts.length; from += 10_000) {
    const part = texts.slice(from, from + 10_000)
    const { rows } = await asOwner(app.target, (owner) =>
      owner.query<{ words: string[] }>(
        `select array(select distinct left(w, 60) from unnest(foyer.split_words(normalize(t, NFKC), null)) w where w <> '') as words
         from unnest($1::text[]) with ordinality as x(t, n) order by n`,
        [part],
      ),
    )
    for (const [n, { words }] of rows.entries()) {
      const ours = new Set<string>()
      addWords(ours, part[n] as string)
      // A number is looked for by its digits; and case is folded further than the database did (ς, İ).
      const theirs = new Set(words.map(foldCase).filter((word) => !/^\+\d+$/.test(word)))
      if (!isSame(ours, theirs)) wrong.push({ text: part[n], ours: [...ours].sort(), theirs: [...theirs].sort() })
    }
  }
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} texts`)
})

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((word) => other.has(word))

test('a number is found by its digits and by its digits backwards', () => {
  const words = new Set<string>()
  addNumber(words, '+49 (151) 12-34')
  assert.deepEqual([...words], ['491511234', '<432115194'])
})

const typed = fc.stringMatching(/^[a-d]{1,3}$/)
const text = fc.stringMatching(/^[a-d @.-]{0,12}$/)

test('without the words that another begins with, the beginnings of words find the same', () => {
  fc.assert(
    fc.property(fc.array(text), typed, (texts, beginning) => {
      const all = new Set<string>()
      for (const each of texts) addWords(all, each)
      const finds = (words: Iterable<string>): boolean => [...words].some((word) => word.startsWith(beginning))
      assert.equal(finds(withoutBeginnings(all)), finds(all))
    }),
  )
})

/** What `foyer.find_words` looks for in a row that is at hand. */
const has = (words: string, kind: 'lead' | 'contact' | 'message', search: string, source?: string): boolean =>
  searchQuery(kind, app.owner.orgId, search, source)?.needles.every((each) =>
    each.some((needle) => ` ${words} `.includes(needle)),
  ) ?? false

test('words that only the lead has find the lead and not its contact; a source is found by its beginning, and no text passes for one', () => {
  const person = wordsOfPerson({
    full_name: 'Zoë Smith',
    email: 'zoe@mail.example',
    phone: '+4915112345678',
    company: '//meta //ads',
  })
  const lead = wordsOfLead(
    {
      full_name: null,
      email: null,
      phone: '+4915112345678',
      company: null,
      received_phone: '0151 123 456 78',
      external_id: 'AP-17 /tiktok',
      source: 'meta-ads',
      note: 'For a small //bathroom',
    },
    person,
  )
  assert.equal(personPart(lead), person)
  for (const search of ['zoë', 'ZOE@MAIL', 'mail.ex', 'meta', '+49151', '5678'])
    for (const kind of ['lead', 'contact'] as const) assert.equal(has(lead, kind, search), true, `${kind} ${search}`)
  for (const search of ['ap-17', 'tiktok', '0151 123', 'meta-ad', 'small bath'])
    assert.deepEqual([has(lead, 'lead', search), has(lead, 'contact', search)], [true, false], search)
  assert.equal(has(lead, 'lead', 'zoë', 'meta-ads'), true)
  for (const source of ['meta', 'ads', 'tiktok', 'zoë', 'bathroom'])
    assert.equal(has(lead, 'lead', 'zoë', source), false, source)
})

test('a person without a word is found by the lead’s own', () => {
  const lead = wordsOfLead(
    {
      full_name: '!',
      email: null,
      phone: null,
      company: null,
      received_phone: null,
      external_id: 'x1',
      source: 'api',
      note: null,
    },
    '',
  )
  assert.deepEqual([lead, personPart(lead)], ['/x1 //api', ''])
})

test('messages are found by whole words, the last one by its beginning', () => {
  const words = wordsOfMessage(['The invoice-12 is due', 'plan.pdf'])
  for (const search of ['invoice due', 'invoice-12', 'plan.p', 'the inv'])
    assert.equal(has(words, 'message', search), true, search)
  assert.equal(has(words, 'message', 'inv due'), false)
})

test('a marked word holds its organization’s last four digits, in the index as in a search', async () => {
  const { orgId } = app.owner
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{ kind: string; found: boolean }>`
      select kind, foyer.marked_words(${orgId}, kind, 'ζωη /x') @@ all (q::tsquery[]) as found
      from (values ('lead', ${searchQuery('lead', orgId, 'ΖΩΗ x')?.words}), ('contact', ${searchQuery('contact', orgId, 'ζω')?.words}),
        ('message', ${searchQuery('message', orgId, 'ζω')?.words}), ('nothing', ${searchQuery('contact', orgId, 'x')?.words})) as v (kind, q)`.execute(
      db,
    ),
  )
  assert.deepEqual(
    rows.map(({ kind, found }) => [kind, found]),
    [
      ['lead', true],
      ['contact', true],
      ['message', true],
      ['nothing', false],
    ],
  )
})
