import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands, groups } from './commands.ts'
import { changesBetween, nearestName } from './nearest-name.ts'

test('a mistyped command leads to the one that was meant, and a stranger one to none', () => {
  const names = Object.keys(commands)
  assert.equal(nearestName('doctr', names), 'doctor')
  assert.equal(nearestName('bakcup', names), 'backup')
  assert.equal(nearestName('Serve', names), 'serve')
  assert.equal(nearestName('constructor', names), undefined)
  assert.equal(nearestName('or', names), undefined)
  assert.equal(nearestName('--emial', ['--org', '--email']), '--email')
})

test('a swap counts once, and so does each character that differs', () => {
  assert.equal(changesBetween('abcd', 'abdc'), 1)
  assert.equal(changesBetween('kitten', 'sitting'), 3)
  assert.equal(changesBetween('', 'abc'), 3)
  assert.equal(changesBetween('same', 'same'), 0)
})

test('the help lists every command once', () => {
  assert.deepEqual(Object.values(groups).flat().sort(), Object.keys(commands).sort())
})
