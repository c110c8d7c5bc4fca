import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { hashKey, keyState, newKeyText, readKey } from './keys.ts'
import { isScope } from './scopes.ts'

test('a key is fo_live_, 30 random characters and the CRC-32 of those in base62', () => {
  const key = newKeyText()
  assert.match(key, /^fo_live_[0-9A-Za-z]{36}$/)
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
  assert.equal(value, crc32(key.slice(8, 38)))
})

test('a known key reads as it did when keys were first handed out', () => {
  // Written down once; a key in the world must not stop working because the code changed.
  const key = 'fo_live_0000000000000000000000000000002C8GjS'
  assert.deepEqual(readKey(key), createHash('sha256').update(key).digest())
})

test('a typo in any place, a key cut short or with something about it is refused without the database', () => {
  const key = newKeyText()
  assert.deepEqual(readKey(key), hashKey(key))
  for (let at = 0; at < key.length; at++) {
    const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
    assert.equal(readKey(typo), null, `place ${at}`)
  }
  for (const other of [key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase(), '', 'fo_live_']) {
    assert.equal(readKey(other), null, JSON.stringify(other))
  }
})

test('all 62 characters come about equally often', () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 2_000; n++) for (const c of newKeyText().slice(8, 38)) counts.set(c, (counts.get(c) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // 60,000 draws, 968 expected of each, standard deviation 31: six of them are 185
  for (const [character, count] of counts) assert.ok(Math.abs(count - 968) < 185, `${character} came ${count} times`)
})

test('a key is revoked before it is expired, expired at its very instant, and ending once it was rolled', () => {
  const at = new Date('2026-11-21T10:00:00Z')
  const later = new Date('2026-11-21T10:00:01Z')
  assert.equal(keyState({ revoked_at: at, expires_at: at, rolled_to: null }, at), 'revoked')
  assert.equal(keyState({ revoked_at: null, expires_at: at, rolled_to: 'x' }, at), 'expired')
  assert.equal(keyState({ revoked_at: null, expires_at: later, rolled_to: 'x' }, at), 'ending')
  assert.equal(keyState({ revoked_at: null, expires_at: later, rolled_to: null }, at), 'active')
})

test('a scope is two words with a colon between', () => {
  for (const scope of ['leads:write', 'contacts:read', 'audit-log:read']) assert.ok(isScope(scope), scope)
  for (const scope of ['leads', 'leads:', ':write', 'Leads:Write', 'a:b:c', 'leads write', '*', `${'a'.repeat(64)}:b`])
    assert.ok(!isScope(scope), scope)
})
