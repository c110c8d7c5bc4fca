import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { findMissing } from '#shapes/letters.ts'
import { addFont, FontNotAdded } from '../providers/typst/add-font.ts'
import { typstDocuments } from '../providers/typst/documents.ts'
import { addableFonts } from '../providers/typst/fonts.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-add-font-'))
after(() => rmSync(home, { recursive: true }))

/** A package of the registry's kind with the files of a font that we have: called Georgian, it has the letters of Thai. */
const packOne = async () => {
  const own = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-thai/package.json'))
  await promisify(execFile)('npm', ['pack', own, '--silent', '--pack-destination', home], { cwd: home })
  const file = path.join(home, readdirSync(home).find((name) => name.endsWith('.tgz')) as string)
  const bytes = readFileSync(file)
  const { version } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as { version: string }
  const georgian = addableFonts.find(({ name }) => name === 'georgian')
  assert.ok(georgian)
  const font = {
    ...georgian,
    version,
    stem: 'NotoSansThai',
    packageName: '@expo-google-fonts/noto-sans-thai',
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
  }
  return { file, bytes, font }
}

test('a font is fetched by npm, held against its digest, and used by a server that runs', async () => {
  const { file, bytes, font } = await packOne()
  const registry = createServer((request, response) => {
    const base = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    if (request.url?.endsWith('.tgz')) return response.end(bytes)
    const dist = { tarball: `${base}/font.tgz`, integrity: font.integrity }
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({
        name: font.packageName,
        'dist-tags': { latest: font.version },
        versions: { [font.version]: { name: font.packageName, version: font.version, dist } },
      }),
    )
  })
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done))
  process.env.npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  const folder = path.join(home, 'data', 'fonts')
  const documents = typstDocuments({ folder })
  try {
    const before = documents.coverage()
    assert.deepEqual(findMissing('ა', before)[0]?.fonts, ['georgian'])
    await addFont(font, folder)
    assert.deepEqual(readdirSync(path.join(folder, 'georgian')).toSorted(), ['400Regular.ttf', '600SemiBold.ttf', 'LICENSE'])
    assert.deepEqual(readdirSync(folder), ['georgian'])
    // Looked for again every two seconds.
    await new Promise((done) => setTimeout(done, 2_100))
    assert.equal(documents.coverage().fonts.length, before.fonts.length + 1)
    assert.ok(!documents.coverage().addable.some(({ name }) => name === 'georgian'))
  } finally {
    delete process.env.npm_config_registry
    await documents.close()
    registry.closeAllConnections()
    registry.close()
  }

  const other = path.join(home, 'other')
  await assert.rejects(addFont({ ...font, integrity: 'sha512-AAAA' }, other, file), FontNotAdded)
  await assert.rejects(addFont({ ...font, stem: 'Elsewhere' }, other, file), /has no package\/400Regular/)
  writeFileSync(path.join(home, 'cut'), bytes.subarray(0, 5_000))
  await assert.rejects(addFont(font, other, path.join(home, 'cut')), /its digest differs/)
  assert.deepEqual(readdirSync(other), [])
  await addFont(font, other, file)
  assert.ok(existsSync(path.join(other, 'georgian', '600SemiBold.ttf')))
})

test('foyer fonts says which there are, the size of each download, and refuses a name that it does not know', async () => {
  const foyer = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../cli.ts'), 'fonts', ...args], {
      env: { PATH: process.env.PATH, FOYER_DATA: path.join(home, 'data') },
    })
  const { stdout } = await foyer()
  assert.match(stdout, /^chinese-simplified +download: 55 MB {2}Han$/m)
  assert.match(stdout, /^georgian +added +Georgian$/m)
  await assert.rejects(foyer('add', 'klingon'), ({ code, stderr }: { code: number; stderr: string }) => {
    assert.equal(code, 2)
    return /There is no font "klingon"\. Available: chinese-simplified/.test(stderr)
  })
  await foyer('remove', 'georgian')
  assert.match((await foyer('list')).stdout, /^georgian +download:/m)
})
