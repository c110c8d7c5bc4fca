import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { isBomb } from './bombs.ts'

const stream = (mb: number): Buffer =>
  Buffer.concat([Buffer.from('stream\n'), deflateSync(Buffer.alloc(mb * 2 ** 20)), Buffer.from('\nendstream\n')])

test('a file that was taken just below the bound can still be checked and read once papers and marks were sealed into it', () => {
  const most = stream(170)
  const taken = Buffer.concat([most, most, most, most, most, most])
  assert.equal(isBomb(taken), false)
  const sealed = Buffer.concat([taken, stream(60)])
  assert.equal(isBomb(sealed), true, 'it would not be taken')
  assert.equal(isBomb(sealed, { isSealed: true }), false)
  assert.equal(isBomb(Buffer.concat([sealed, most]), { isSealed: true }), true)
})
