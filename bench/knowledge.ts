import { newId } from '#core/ids.ts'
import { openDatabase } from '#db/connect.ts'
import { cutPassages } from '#domains/automation/knowledge/cut-passages.ts'
import { enterPassages, lockPassages } from '#domains/automation/knowledge/entering.ts'
import { findPassages } from '#domains/automation/knowledge/passages.ts'
import { wordsIn } from '#domains/automation/knowledge/words.ts'
import { givenDocuments, givenQuestions } from '#test/knowledge/quality.ts'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row } from './figures.ts'
import type { Store } from './store.ts'

const passages = 100_000
const passagesOfDocument = 100
const wordsOfPassage = 160
/** Words that the documents of one business have and those of another have not; the n-th is met 1/n times as often as the first. */
const rareWords = 60_000

/**
 * What customers ask of 40 short documents, asked among 100,000 passages: two words of three are those of the documents, as often as they are
 * there, so that what is asked for is in thousands of passages. That is harder than any knowledge of so many documents would be.
 */
export const knowledgeRows = async (store: Store, small: Given, say: (step: string) => void): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_knowledge')
  const database = openDatabase(given.target, { application: 'foyer bench', connections: 4, onError: () => {} })
  const { orgId } = given
  try {
    say(`storing ${passages.toLocaleString('en')} passages`)
    const write = makeWriter()
    await database.inOrg(orgId, (db) => lockPassages(db, orgId))
    for (let at = 0; at < passages; at += passagesOfDocument) await enterDocument(database, orgId, write)
    for (const { title, text } of givenDocuments) await enterDocument(database, orgId, () => ({ title, text }))
    await store.query(given, 'vacuum analyze')
    const search = async (question: string): Promise<number> => {
      const begun = performance.now()
      await database.inOrg(orgId, (db) => findPassages(db, orgId, question, 5))
      return performance.now() - begun
    }
    const times: { question: string; ms: number }[] = []
    for (let round = -1; round < 5; round++)
      for (const { question } of givenQuestions) {
        const ms = await search(question)
        if (round >= 0) times.push({ question, ms })
      }
    const all = times.map(({ ms }) => ms)
    const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]
    say(
      `median ${median(all).toFixed(1)} ms, p99 ${p99Of(all).toFixed(1)} ms; ${slowest?.ms.toFixed(1)} ms: ${slowest?.question}`,
    )
    return [
      {
        what: `the best 5 of ${passages.toLocaleString('en')} passages of a workspace for a question: p99 of ${all.length}, ${givenQuestions.length} questions`,
        must: '≤ 50 ms on the server',
        found: `median **${median(all).toFixed(1)} ms**, p99 **${p99Of(all).toFixed(1)} ms**`,
        kept: p99Of(all) <= 50,
      },
    ]
  } finally {
    await database.close()
    await store.drop(given)
  }
}

interface Written {
  readonly title: string
  readonly text: string
}

const enterDocument = (database: ReturnType<typeof openDatabase>, orgId: string, write: () => Written): Promise<void> =>
  database.inOrg(orgId, async (db) => {
    const row = { org_id: orgId, id: newId(), language: 'en', ...write() }
    await db
      .insertInto('knowledge_sources')
      .values({ ...row, kind: 'markdown', words: 1 })
      .execute()
    await enterPassages(db, row, cutPassages(row.text))
  })

/** The same texts in each run. */
const makeWriter = (): (() => Written) => {
  let seed = 1
  const random = (): number => {
    seed = (seed * 48_271) % 0x7fff_ffff
    return seed / 0x7fff_ffff
  }
  const common = givenDocuments.flatMap(({ title, text }) => wordsIn(`${title} ${text}`))
  const rare = (): string => `w${Math.floor(rareWords ** random()).toString(36)}x`
  const word = (): string => (random() < 2 / 3 ? (common[Math.floor(random() * common.length)] as string) : rare())
  const words = (count: number): string => Array.from({ length: count }, word).join(' ')
  return () => ({
    title: words(4),
    text: Array.from({ length: passagesOfDocument }, () => `## ${words(3)}\n\n${words(wordsOfPassage)}`).join('\n\n'),
  })
}
