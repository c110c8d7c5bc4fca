import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** Packed, with RE2, telephone numbers, zones and zod, most of which the app has anyway. Only the editor loads it. */
const mostPacked = 170_000

test('a browser checks and evaluates as the server does: the language needs nothing of Node', async () => {
  const output = (await build({
    ...{ configFile: false, logLevel: 'error', root: import.meta.dirname },
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'compile-value.ts'), formats: ['iife'], name: 'language' },
    },
  })) as Rolldown.RolldownOutput[]
  const code = output[0]?.output[0].code ?? ''
  assert.ok(gzipSync(code).length <= mostPacked, `${gzipSync(code).length} bytes`)
  const json = {
    text: "Hello {{ first_name(name) }}, {{ format(instant('2026-11-27'), 'd MMMM') }}",
    valid: "{{ name.matches('^M') }}",
  }
  const place = { zone: 'Europe/Berlin', locale: 'de-DE', country: 'DE' }
  // What a browser has beyond the language itself.
  const context = vm.createContext({ TextEncoder, TextDecoder, json, place })
  vm.runInContext(code, context)
  const outcome = vm.runInContext(
    "JSON.stringify(language.compileValue(json, { name: { kind: 'text' } }).evaluate({ name: 'Maya Ortiz' }, place))",
    context,
  )
  assert.deepEqual(JSON.parse(outcome), { ok: true, value: { text: 'Hello Maya, 27 November', valid: true } })
})
