import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { lettersOfFile } from './faces.ts'
import { type AddableFont, addedFile, addedStyles } from './fonts.ts'

/** Unpacked, the largest package has 92 MB. */
const mostBytes = 256 * 2 ** 20
const fetchMs = 600_000

/** What was asked for cannot be done; the message says why. */
export class FontNotAdded extends Error {}

/**
 * Puts the files of a font into a folder: of its package, fetched by npm from the registry that npm is set up for, or from a
 * file that `npm pack` made elsewhere. Either way the package must have the digest that we know of it.
 */
export const addFont = async (font: AddableFont, folder: string, packed: string | null = null): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const room = mkdtempSync(path.join(folder, '.adding-'))
  try {
    const file = packed ?? (await fetchPackage(font, room))
    const bytes = readFileSync(file)
    const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (digest !== font.integrity)
      throw new FontNotAdded(
        `${packed ?? 'what the registry gave'} is not ${font.packageName} ${font.version}: its digest differs`,
      )
    const files = readPackage(gunzipSync(bytes, { maxOutputLength: mostBytes }))
    const made = path.join(room, font.name)
    mkdirSync(made)
    for (const [name, from] of [
      ...addedStyles.map((style) => [`${style}.ttf`, `package/${style}/${font.stem}_${style}.ttf`] as const),
      ['LICENSE', 'package/LICENSE_FONT'] as const,
    ]) {
      const content = files(from)
      if (!content) throw new FontNotAdded(`${font.packageName} ${font.version} has no ${from}`)
      writeFileSync(path.join(made, name), content)
      if (name.endsWith('.ttf')) lettersOfFile(path.join(made, name))
    }
    const place = path.dirname(addedFile(folder, font.name, ''))
    rmSync(place, { recursive: true, force: true })
    renameSync(made, place)
  } finally {
    rmSync(room, { recursive: true })
  }
}

/** Takes one away; false when it is not there. */
export const removeFont = (font: AddableFont, folder: string): boolean => {
  const place = path.dirname(addedFile(folder, font.name, ''))
  const isThere = readdirSync(path.dirname(place)).includes(font.name)
  rmSync(place, { recursive: true, force: true })
  return isThere
}

const fetchPackage = async ({ packageName, version }: AddableFont, room: string): Promise<string> => {
  const asked = ['pack', `${packageName}@${version}`, '--ignore-scripts', '--silent', '--pack-destination', room]
  try {
    await promisify(execFile)('npm', asked, { cwd: room, timeout: fetchMs })
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new FontNotAdded('npm is not on the PATH. Run `npm pack` elsewhere, and give its file with --from')
    throw new FontNotAdded(
      `npm could not fetch ${packageName}@${version}: ${stderr?.trim().split('\n')[0] || `it exited with ${code}`}`,
    )
  }
  const [file] = readdirSync(room).filter((name) => name.endsWith('.tgz'))
  if (!file) throw new FontNotAdded(`npm fetched nothing for ${packageName}@${version}`)
  return path.join(room, file)
}

/** The files of a tar archive, by name: blocks of 512 bytes, a head before each file. */
const readPackage = (tar: Buffer): ((name: string) => Buffer | undefined) => {
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number): string =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '')
    const size = Number.parseInt(field(124, 12), 8)
    if (!Number.isInteger(size)) throw new FontNotAdded('the package is not a readable archive')
    const prefix = field(345, 155)
    files.set(prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`, tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return (name) => files.get(name)
}
