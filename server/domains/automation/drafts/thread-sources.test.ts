import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { givenDocuments, givenQuestions } from '#test/knowledge/quality.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { readPassages } from './thread-sources.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

test('a draft is given the passage that answers a customer in 51 of 60 questions, also where it stands in a long message', async () => {
  const owner = await app.given.organization()
  for (const { title, text } of givenDocuments)
    assert.equal((await app.call('save-knowledge', { title, text }, owner)).status, 200)
  const given = async (messageOf: (question: string) => string): Promise<number> => {
    let count = 0
    for (const { question, title, phrase } of givenQuestions) {
      const passages = await app.database.inOrg(owner.orgId, (db) => readPassages(db, owner.orgId, messageOf(question), 0))
      if (passages.some(({ facts }) => facts.document === title && String(facts.text).includes(phrase))) count++
    }
    return count
  }
  const alone = await given((question) => question)
  assert.ok(alone >= 51, `${alone} of 60`)
  const greeted = await given((question) => `Good morning, we spoke last Tuesday and I am very happy with Anna. ${question}`)
  assert.ok(greeted >= 40, `${greeted} of 60`)
})
