import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { knownCatalogue } from '#domains/automation/workflows/known-catalogue.ts'
import { foyer } from '#domains/catalogue.ts'
import { loadReasons } from '#domains/conversations/mail/load-classes.ts'
import { mailReasons } from '#domains/conversations/mail/mail-reasons.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { stepReasons } from '#domains/meetings/booking/step-reasons.ts'
import { providers } from '#ports/providers.ts'
import { functionGroups } from '#shapes/expressions/functions.ts'
import { englishCatalogues, type FoundCatalogue, translatedCatalogues, type Word } from '#test/support/catalogues.ts'
import { keptSentences, serverSentences } from '#test/support/server-sentences.ts'
import { troubleSentences } from '#test/support/trouble-sentences.ts'
import { fieldKindOf, type JsonSchema, plain } from '../automation/workflows/json-schemas.ts'
import { englishSentences } from './english-sentences.ts'
import { type LocaleName, locales } from './locale.ts'
import {
  faultCatalogue,
  functionCatalogue,
  hintCatalogue,
  outcomeCatalogue,
  partCatalogue,
  providerCatalogue,
  reasonCatalogues,
  refusalCatalogue,
  serverCatalogue,
  serverMessagesIn,
  summaryCatalogue,
  syncCatalogue,
  troubleCatalogue,
  troubleWordCatalogue,
} from './server-messages.ts'
import type { Translations } from './translations.ts'

const web = path.join(import.meta.dirname, '..')
const english = englishCatalogues(web)
const languages = Object.keys(locales).filter((name) => name !== 'en' && name !== 'pseudo') as LocaleName[]

const ofServer: readonly string[] = [
  ...[serverCatalogue, refusalCatalogue, partCatalogue, summaryCatalogue, providerCatalogue, syncCatalogue],
  ...reasonCatalogues,
  ...[outcomeCatalogue, faultCatalogue],
  ...[troubleCatalogue, troubleWordCatalogue, hintCatalogue, functionCatalogue],
]
const errorMessages = new Set([...foyer.errors.values()].map(({ message }) => message))

/** What the server says about an input beside its errors, and what zod says in each of its ways. */
const refusals = [...serverSentences(path.join(web, '..', '..', 'server')).keys()].filter(
  (sentence) => !errorMessages.has(sentence) && !errorMessages.has(sentence.replace('<1>', '<N>')),
)
/** What is said below the fields of actions in the editor of workflows. */
const hints = hintsOf([...knownCatalogue().actions.values()].map(({ input }) => input as JsonSchema))
/** What is wrong with workflows and expressions. */
const troubles = troubleSentences(path.join(web, '..', '..', 'server'))
/** Words that stand in the parts of those, and sentences of numbers that do. */
const troubleParts = /^(?:<N> |<1> or <2> )/
const troublesWithParts = [
  '`trigger.data.score` may be empty. Write `default(trigger.data.score, 0)` for a value to use instead.',
  '`steps.a` is a list of objects where `upper` needs text. Write `text(x)` for its text.',
  '`f` takes 2 values. `f(a: text, b: text): text`',
  '`+` is not for a number or empty and text. To join texts write `text(x)` for the number.',
  'This must be a text, or empty.',
  'This may be at most 40 characters.',
  'A step of this kind has no outlet “x”: it has none.',
  'Choose the event type that “Talk” stands for here.',
]
/** Where providers of mail and calendars say why something did not happen. */
const saidOutside = globSync(
  [
    '{ports,providers,domains/platform,domains/conversations/whatsapp,domains/meetings/calendars}/**/*.ts',
    'shapes/demo-people.ts',
  ],
  {
    cwd: path.join(web, '..', '..', 'server'),
  },
)
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(web, '..', '..', 'server', file), 'utf8').replaceAll('${title}', 'mail server (IMAP)'))
  .join('\n')
/** What syncs keep of their work, and where the parts of it are said. */
const ofSyncs = keptSentences(path.join(web, '..', '..', 'server'), 'domains/crm/sync/*.ts').filter(
  (sentence) => !errorMessages.has(sentence) && !refusals.includes(sentence),
)
const saidBySyncs = globSync('{domains/crm/{sync,fields},providers/{hubspot,salesforce,zoho,pipedrive}}/*.ts', {
  cwd: path.join(web, '..', '..', 'server'),
})
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(web, '..', '..', 'server', file), 'utf8'))
  .join('\n')
/** What is wrong with the value of a field of the workspace's own, but for the form that programs alone send. */
const faultsOfValues = [
  ...new Set(
    readFileSync(path.join(web, '..', '..', 'server', 'domains/crm/fields/read-values.ts'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('fault: ') || line.includes('fault = '))
      .flatMap((line) => [...line.matchAll(/'((?:must|is|has) [^']*)'|`((?:must|is|has) [^`]*)`/g)])
      .map(([, plain, made]) => plain ?? made ?? '')
      .filter((text) => !text.includes('amount_minor'))
      .map((text) => {
        let count = 0
        return text.replaceAll(/\$\{[^}]*\}|-?\d+(?:,\d+)+/g, () => `<${++count}>`)
      }),
  ),
]
const ofZod = [
  z.string().min(2).safeParse('a'),
  z.string().max(1).safeParse('ab'),
  z.string().length(3).safeParse('ab'),
  z.string().length(1).safeParse('ab'),
  z.array(z.string()).min(2).safeParse([]),
  z.array(z.string()).max(0).safeParse(['a']),
  z.int().min(3).safeParse(1),
  z.number().max(3).safeParse(4),
  z.number().positive().safeParse(0),
  z.number().lt(3).safeParse(3),
  z.number().multipleOf(5).safeParse(3),
  z.int().safeParse(1.5),
  z.string().safeParse(1),
  z.boolean().safeParse('yes'),
  z.object({}).safeParse([]),
  z.literal('yes').safeParse('no'),
  z.enum(['a', 'b']).safeParse('c'),
  z.email().safeParse('a'),
  z.url().safeParse('a'),
  z.uuid().safeParse('a'),
  z.iso.datetime().safeParse('a'),
  z.iso.date().safeParse('a'),
  z.iso.time().safeParse('a'),
  z.base64().safeParse('ä'),
  z.e164().safeParse('1'),
  z.string().regex(/^a$/).safeParse('b'),
  z.string().startsWith('a').safeParse('b'),
  z.string().endsWith('a').safeParse('b'),
  z.strictObject({}).safeParse({ a: 1 }),
  z.strictObject({}).safeParse({ a: 1, b: 2 }),
  z.union([z.string(), z.number()]).safeParse(true),
  z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]).safeParse({ kind: 'b' }),
  z.record(z.string().max(1), z.string()).safeParse({ ab: 'c' }),
].map(({ error }) => error?.issues[0]?.message ?? '')

/** What stands in the place of what is known later. */
const filled: Readonly<Record<string, string>> = { title: 'mail server (SMTP)', mostFolders: '500', code: 'ECONNREFUSED' }

/** What mailboxes and calendars say: the sentences of their errors in the source, with something in the place of what is known later. */
const ofAccounts = globSync(['providers/{imap,caldav}/*.ts', 'providers/google/{calendar,gmail,google}*.ts'], {
  cwd: path.join(web, '..', '..', 'server'),
})
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = readFileSync(path.join(web, '..', '..', 'server', file), 'utf8')
    const errors = [...text.matchAll(/ProviderError\(\s*'[a-z]+',\s*(?:'([^']+)'|`([^`]+)`)/g)]
    return errors.map(
      ([, whole, made = '']) => whole ?? made.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name) => filled[name] ?? '550'),
    )
  })

/** As they stand in the steps of bookings. */
const reasonsOfProviders = [
  'the mail server did not say whether it took the email (ETIMEDOUT); abandoned after 12 attempts',
  'the mail service responded with 429 rate_limit_exceeded; not sent in time',
  'no mail account is configured; waited a week',
  'The calendar server cannot be reached.',
  'Google timed out.',
]

test('the name of each catalogue is its file, and its constant where the file has several', () => {
  assert.ok(english.size > 150)
  for (const [name, { file, constant }] of english) {
    const base = file.replace(/\.tsx?$/, '')
    assert.ok(name === base || name === `${base}#${constant}`, `${name} stands in ${file} as ${constant}`)
  }
})

for (const language of languages) {
  const own = translatedCatalogues(web, language)

  test(`${language}: no word is missing, and none is left of what English has no more`, () => {
    const faults = [...english].flatMap(([name, { words }]) => {
      const mine = own.get(name)?.words ?? new Map<string, Word>()
      const missing = [...words.keys()].filter((key) => !mine.has(key)).map((key) => `missing: ${name} › ${key}`)
      const old = [...mine.keys()].filter((key) => !words.has(key)).map((key) => `not in English: ${name} › ${key}`)
      return [...missing, ...old]
    })
    const others = [...own.keys()].filter((name) => !english.has(name) && !ofServer.includes(name))
    faults.push(...others.map((name) => `unknown catalogue: ${name}`))
    assert.deepEqual(faults, [])
  })

  test(`${language}: a sentence says everything that the English one does`, () => {
    const faults = [...english].flatMap(([name, { words }]) =>
      [...words].flatMap(([key, word]) => {
        const mine = own.get(name)?.words.get(key)
        if (!mine) return []
        if (mine.parameters?.length !== word.parameters?.length) return [`${name} › ${key}: (${mine.parameters ?? 'a text'})`]
        return word.used
          .filter((at) => !mine.used.includes(at))
          .map((at) => `${name} › ${key} does not say ${word.parameters?.[at]}`)
      }),
    )
    assert.deepEqual(faults, [])
  })

  test(`${language}: each message of the server's errors is translated`, () => {
    const mine = own.get(serverCatalogue)?.words ?? new Map<string, Word>()
    assert.deepEqual(
      [...errorMessages].filter((message) => !mine.has(message)),
      [],
    )
    assert.deepEqual(
      [...mine.keys()].filter((message) => !errorMessages.has(message)),
      [],
    )
  })

  test(`${language}: each sentence about a field, of ours and of zod, is translated with all of its parts`, () => {
    const mine = own.get(refusalCatalogue)?.words ?? new Map<string, Word>()
    assert.ok(refusals.length > 150)
    assert.deepEqual(
      refusals.filter((sentence) => !mine.has(sentence)),
      [],
    )
    // What is zod's is not in our sources.
    const old = [...mine.keys()].filter((key) => !refusals.includes(key) && !/^(Invalid|Too |Unrecognized)/.test(key))
    assert.deepEqual(old, [])
    for (const [sentence, { text }] of mine) assert.deepEqual(partsIn(text ?? ''), partsIn(sentence), sentence)
    const say = serverMessagesIn(textsOf(own))
    for (const message of ofZod) {
      const said = say(message)
      assert.notEqual(said, message)
      assert.doesNotMatch(said, /<\d>|Invalid |expected|\b(string|characters|items)\b/, message)
      assert.equal(say(`lines.0.text: ${message}`), `lines.0.text: ${said}`)
    }
  })

  test(`${language}: what is wrong with a workflow is translated, each sentence of it, with what is typed as it is`, () => {
    const mine = own.get(troubleCatalogue)?.words ?? new Map<string, Word>()
    assert.ok(troubles.size > 150)
    assert.deepEqual(
      [...troubles].filter((sentence) => !mine.has(sentence)),
      [],
    )
    assert.deepEqual(
      [...mine.keys()].filter((sentence) => !troubles.has(sentence) && !troubleParts.test(sentence)),
      [],
    )
    for (const [sentence, { text }] of mine) {
      assert.deepEqual(partsIn(text ?? ''), partsIn(sentence), sentence)
      assert.deepEqual(codeIn(text ?? ''), codeIn(sentence), sentence)
    }
    const say = serverMessagesIn(textsOf(own), [serverCatalogue, refusalCatalogue, troubleCatalogue])
    for (const message of troublesWithParts) {
      const said = say(message)
      assert.doesNotMatch(
        said.replaceAll(/`[^`]*`/g, ''),
        /<\d>|\b(where|Write|needs|values|must|empty|text,|characters|none|event type)\b/,
        said,
      )
      assert.deepEqual(codeIn(said), codeIn(message), said)
    }
  })

  test(`${language}: each reason of a step after a booking, of a mail, its pictures and its account is translated, and what providers say is what they say`, () => {
    const [ofSteps, ofProviders, ofMails, ofLoads] = reasonCatalogues.map(
      (name) => own.get(name)?.words ?? new Map<string, Word>(),
    )
    assert.deepEqual([...(ofSteps?.keys() ?? [])].sort(), Object.values(stepReasons).toSorted())
    assert.deepEqual([...(ofMails?.keys() ?? [])].sort(), Object.values(mailReasons).toSorted())
    for (const [sentence, { text }] of ofMails ?? []) assert.deepEqual(partsIn(text ?? ''), partsIn(sentence), sentence)
    assert.deepEqual([...(ofLoads?.keys() ?? [])].sort(), [...new Set(loadReasons.values())].sort())
    for (const [sentence, { text }] of ofProviders ?? []) {
      assert.deepEqual(partsIn(text ?? ''), partsIn(sentence), sentence)
      for (const piece of sentence.split(/\(?<(?:N|\d)>\)?/))
        assert.ok(saidOutside.includes(piece.replace(/^; /, '').trim()), `no one says: ${sentence}`)
    }
    const say = serverMessagesIn(textsOf(own), [...reasonCatalogues, serverCatalogue, refusalCatalogue])
    assert.ok(ofAccounts.length > 40)
    for (const reason of ofAccounts) assert.notEqual(say(reason), reason)
    for (const reason of reasonsOfProviders) {
      assert.notEqual(say(reason), reason)
      assert.doesNotMatch(say(reason), /\b(the|The|attempts|sent|server|took|timed)\b/, reason)
    }
  })

  test(`${language}: how a task ended that Foyer marks as done is translated, each outcome of it`, () => {
    const words = own.get(outcomeCatalogue)?.words ?? new Map<string, Word>()
    assert.deepEqual([...words.keys()].sort(), Object.values(taskOutcomes).toSorted())
  })

  test(`${language}: what is wrong with the value of a field is translated, behind any name and wherever it is said`, () => {
    const mine = own.get(faultCatalogue)?.words ?? new Map<string, Word>()
    assert.deepEqual([...mine.keys()].sort(), faultsOfValues.toSorted())
    for (const [sentence, { text }] of mine) assert.deepEqual(partsIn(text ?? ''), partsIn(sentence), sentence)
    const all = textsOf(own)
    for (const say of [
      serverMessagesIn(all),
      serverMessagesIn(all, [syncCatalogue, reasonCatalogues[1], serverCatalogue, refusalCatalogue]),
    ])
      for (const fault of faultsOfValues.map((each) => each.replaceAll(/<\d>/g, '7')))
        for (const name of ['Colour ', 'Is it: ours ', 'fields.colour: Colour ', 'Total: net: ']) {
          const said = say(`${name}${fault}`)
          assert.ok(said.startsWith(name.trim().replace(/:$/, '')), said)
          assert.doesNotMatch(said.slice(name.length), /\b(must|be|has|is|than|longer|or|between|whole)\b/, said)
        }
  })

  test(`${language}: what a sync with a CRM says of itself is translated, and what is translated is said`, () => {
    const mine = own.get(syncCatalogue)?.words ?? new Map<string, Word>()
    assert.ok(ofSyncs.length > 20)
    assert.deepEqual(
      ofSyncs.filter((sentence) => !mine.has(sentence)),
      [],
    )
    for (const [sentence, { text }] of mine) {
      assert.deepEqual(partsIn(text ?? ''), partsIn(sentence), sentence)
      for (const piece of sentence.split(/<(?:N|\d)>/))
        assert.ok(saidBySyncs.includes(piece.trim()), `no sync says: ${sentence}`)
    }
    const say = serverMessagesIn(textsOf(own), [syncCatalogue, reasonCatalogues[1], serverCatalogue, refusalCatalogue])
    for (const reason of [
      'HubSpot: It gives the same page again and again.',
      'HubSpot responded with status 403. The permission crm.objects.deals.read is missing. Allow it in HubSpot, or connect HubSpot with more permissions, then try again.',
      'Budget: must be a number',
      'Total: net: must be one of: Blue, Green',
      'Budget: must be in EUR',
      'Budget: must be a whole number of JPY',
      'Budget: is too large an amount',
      'Budget: must lie between -1,000 and 1,000',
      'Budget: has characters that cannot be stored',
      'Colour: is longer than 5 characters',
    ]) {
      assert.notEqual(say(reason), reason)
      assert.doesNotMatch(say(reason), /\b(It|gives|again|missing|must|responded|number|one|longer|large)\b/, reason)
    }
  })

  test(`${language}: what the assistant and workflows may do is translated, each summary of it`, () => {
    const mine = own.get(summaryCatalogue)?.words ?? new Map<string, Word>()
    const shown = [...foyer.actions.values()].filter(({ transports }) =>
      transports.some((transport) => transport === 'assistant' || transport === 'workflow'),
    )
    const summaries = new Set(shown.flatMap(({ summary, leaves }) => (leaves ? [summary, leaves] : [summary])))
    assert.deepEqual(
      [...summaries].filter((summary) => !mine.has(summary)),
      [],
    )
    assert.deepEqual(
      [...mine.keys()].filter((summary) => !summaries.has(summary)),
      [],
    )
  })

  test(`${language}: what the fields of actions take is translated, with what is typed as it is`, () => {
    const mine = own.get(hintCatalogue)?.words ?? new Map<string, Word>()
    assert.ok(hints.size > 100)
    assert.deepEqual(
      [...hints].filter((hint) => !mine.has(hint)),
      [],
    )
    assert.deepEqual(
      [...mine.keys()].filter((hint) => !hints.has(hint)),
      [],
    )
    for (const [hint, { text }] of mine) assert.deepEqual(codeIn(text ?? ''), codeIn(hint), hint)
  })

  test(`${language}: what the functions of expressions give is translated`, () => {
    const mine = own.get(functionCatalogue)?.words ?? new Map<string, Word>()
    const summaries = [...new Set(functionGroups.flatMap(({ functions }) => functions.map(({ summary }) => summary)))]
    assert.deepEqual([...mine.keys()].toSorted(), summaries.toSorted())
    for (const [summary, { text }] of mine) assert.deepEqual(codeIn(text ?? ''), codeIn(summary), summary)
  })

  test(`${language}: what each service is for is translated`, () => {
    const mine = own.get(providerCatalogue)?.words ?? new Map<string, Word>()
    const abouts = [...new Set(providers.map(({ about }) => about))]
    assert.deepEqual([...mine.keys()].sort(), abouts.sort())
    assert.deepEqual(
      [...mine].filter(([about, { text }]) => !text || text === about),
      [],
    )
  })

  test(`${language}: sentences are translated, each file holds its room's, and words come with formats alone`, () => {
    for (const [name, { file }] of own) {
      const room = file.slice(`i18n/${language}/`.length).replace(/\.ts$/, '')
      assert.ok(name.startsWith(`${room}/`), `${name} stands in ${file}`)
    }
    // A sentence of three words is the same in no two of these languages, but for names.
    const same = [...english].flatMap(([name, { words }]) =>
      [...words].flatMap(([key, { text }]) =>
        text !== null && /\p{Ll}+ \p{Ll}+ \p{Ll}+/u.test(text) && own.get(name)?.words.get(key)?.text === text
          ? [`${name} › ${key}: ${text}`]
          : [],
      ),
    )
    assert.deepEqual(same, [])
  })
}

/** As the editor shows them: of each field at any depth, what is behind references included. */
function hintsOf(inputs: readonly JsonSchema[]): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (given: JsonSchema, root: JsonSchema, depth: number): void => {
    const kind = fieldKindOf(given, root)
    if (depth > 8) return
    if (kind.kind === 'list') look(kind.items, root, depth + 1)
    if (kind.kind !== 'object') return
    for (const { schema } of kind.fields) {
      const hint = plain(schema, root).description ?? schema.description
      if (hint !== undefined) found.add(hint)
      look(schema, root, depth + 1)
    }
  }
  for (const input of inputs) look(input, input, 0)
  return found
}

/** What stands between backticks: it is typed as it is. */
const codeIn = (text: string): string[] => (text.match(/`[^`]*`/g) ?? []).sort()
const partsIn = (text: string): string[] => (text.match(/<(?:N|\d)>/g) ?? []).sort()

test('en: what a schema says about an input is said to people in words', () => {
  const say = serverMessagesIn(englishSentences)
  for (const message of ofZod) assert.doesNotMatch(say(message), /expected|received|>=|<=|pattern/i, message)
  assert.equal(say('to: Too small: expected string to have >=1 characters'), 'to: This is empty')
  assert.equal(say('title: Invalid input: expected string, received number'), 'title: This must be a text, not a number')
})

/** The texts of a language as the app has them. */
const textsOf = (catalogues: ReadonlyMap<string, FoundCatalogue>): Translations =>
  Object.fromEntries(
    ofServer.map((name) => [
      name,
      Object.fromEntries([...(catalogues.get(name)?.words ?? [])].map(([key, { text }]) => [key, text ?? ''])),
    ]),
  )

test('no outcome of a task is written where it is stored: each stands in a list that is translated', () => {
  const server = path.join(web, '..', '..', 'server')
  const storing = globSync('domains/**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'))
  const written = storing.flatMap((file) => {
    const text = readFileSync(path.join(server, file), 'utf8')
    if (!/\b(?:finishTasksOf|finishCallBacks|settleSuccessor|finishAnswerTasks|update tasks)\b/.test(text)) return []
    return [...text.matchAll(/outcome(?::| =) (?:[^,\n]*\? )?['"`][^'"`]+/g)].map(([found]) => `${file}: ${found}`)
  })
  assert.ok(storing.some((file) => file.endsWith('deals/tasks.ts')))
  assert.deepEqual(written, [])
})

test('a sentence with parts is said in another language with the same parts, behind the field that it came with', () => {
  const say = serverMessagesIn(textsOf(translatedCatalogues(web, 'de')))
  const said = [
    ['clientEmail: is not a valid address', 'clientEmail: ist keine gültige Adresse'],
    ['Missing required field: name', 'Pflichtfeld fehlt: name'],
    ['name: Too big: expected string to have <=255 characters', 'name: Zu groß: erwartet wird Text mit höchstens 255 Zeichen'],
    ['Rate limited. Try again in 12 seconds', 'Zu viele Anfragen. Versuchen Sie es in 12 Sekunden erneut'],
    ['This conversation is already assigned to Ada: Okonkwo.', 'Diese Unterhaltung ist bereits Ada: Okonkwo zugewiesen.'],
    ['This may cost 3 credits; 2 of 10 are left this month.', 'Das kann 3 Credits kosten; 2 von 10 sind diesen Monat übrig.'],
    ['Something that no catalogue has.', 'Something that no catalogue has.'],
  ]
  for (const [english = '', german] of said) assert.equal(say(english), german)
})

test('the fault of a value from a CRM is said behind the name of its field, of any form', () => {
  const own = textsOf(translatedCatalogues(web, 'de'))
  const say = serverMessagesIn(own, [syncCatalogue, reasonCatalogues[1], serverCatalogue, refusalCatalogue])
  const said = [
    ['Colour: must be one of: Blue, Green', 'Colour: muss eines davon sein: Blue, Green'],
    ['Total: net: must be 3 or more', 'Total: net: muss mindestens 3 sein'],
    [
      'Fällig am: must be a day of the calendar, such as 2026-11-27',
      'Fällig am: muss ein Tag des Kalenders sein, etwa 2026-11-27',
    ],
    ['HubSpot must be asked', 'HubSpot muss asked sein'],
  ]
  for (const [english = '', german] of said) assert.equal(say(english), german)
})
