import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { givenDocuments, givenQuestions } from '#test/knowledge/quality.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { findPassages } from './passages.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

test('of 60 questions on 40 short documents at least 51 find the right passage among the first three', async (t) => {
  assert.deepEqual([givenDocuments.length, givenQuestions.length], [40, 60])
  const owner = await app.given.organization()
  for (const { title, text } of givenDocuments) {
    const saved = await app.call('save-knowledge', { title, text }, owner)
    assert.equal(saved.status, 200, app.logged().slice(-3000))
  }
  const missed: string[] = []
  for (const { question, title, phrase } of givenQuestions) {
    const found = await app.database.inOrg(owner.orgId, (db) => findPassages(db, owner.orgId, question, 3))
    const at = found.findIndex((each) => each.title === title && each.text.includes(phrase))
    if (at < 0) missed.push(`${question} → ${found.map((each) => `${each.title} ${each.rank}`).join(' | ')}`)
  }
  t.diagnostic(`${givenQuestions.length - missed.length} of ${givenQuestions.length} questions find their passage`)
  assert.ok(givenQuestions.length - missed.length >= 51, missed.join('\n'))
})
