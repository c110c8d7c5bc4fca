import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { codingFor, pack } from './packed.ts'

test('a client gets the smallest form that it takes, and none that it refuses', () => {
  const cases: readonly [string | undefined, ReturnType<typeof codingFor>][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [accepted, coding] of cases) assert.equal(codingFor(accepted), coding, accepted)
})

test('every form of a text opens to the text', () => {
  const text = 'open the door '.repeat(500)
  const { plain, forms } = pack(text)
  assert.equal(String(plain), text)
  const [br, gzip] = [forms.br?.(), forms.gzip?.()]
  assert.ok(br && gzip && br.length < 100 && gzip.length < 200)
  assert.equal(String(brotliDecompressSync(br)), text)
  assert.equal(String(gunzipSync(gzip)), text)
  assert.equal(forms.br?.(), br, 'it is squeezed once')
  assert.deepEqual(pack('small').forms, {})
})
