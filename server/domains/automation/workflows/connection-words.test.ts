import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoAnswer } from '#core/outbound/http.ts'
import { wordsOfNoAnswer } from './connection-words.ts'

test('why no answer came is said in words, without what the system calls it', () => {
  const of = (code: string) =>
    wordsOfNoAnswer(new NoAnswer('failed', `The connection failed (${code}).`, Object.assign(new Error(), { code })))
  assert.equal(of('ECONNREFUSED'), 'The host refused the connection.')
  assert.equal(of('ENOTFOUND'), 'The name of the host could not be found.')
  assert.equal(of('DEPTH_ZERO_SELF_SIGNED_CERT'), 'The certificate of the host is not valid.')
  assert.equal(of('UND_ERR_SOCKET'), 'The connection broke off before an answer came.')
  assert.equal(of('EHOSTUNREACH'), 'The host could not be reached.')
  assert.equal(wordsOfNoAnswer(new NoAnswer('timed_out', 'No response within 30 s.')), 'No response within 30 s.')
})
