import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addFont, FontNotAdded, removeFont } from '../providers/typst/add-font.ts'
import { type AddableFont, addableFonts, findFonts, fontsFolder } from '../providers/typst/fonts.ts'
import { BadCommand, type Command } from './command.ts'
import { tell } from './owner.ts'

export const run: Command = async (args, config, usage) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' } },
    allowPositionals: true,
  })
  const [verb = 'list', name, ...more] = positionals
  const folder = fontsFolder(config.dataDir)
  if (verb === 'list' && name === undefined) return list(folder)
  if ((verb !== 'add' && verb !== 'remove') || name === undefined || more.length > 0)
    throw new BadCommand(`Usage: foyer ${usage}`)
  const font = addableFonts.find((each) => each.name === name)
  if (!font) throw new BadCommand(`There is no font "${name}". Available: ${addableFonts.map((each) => each.name).join(', ')}.`)
  if (verb === 'remove') {
    if (!existsSync(folder) || !removeFont(font, folder)) throw new BadCommand(`The font ${name} was not added.`)
    tell(`${name} is removed. Sent invoices that use its characters now show them as code points.`)
    return
  }
  tell(
    values.from === undefined
      ? `Downloading ${font.packageName} ${font.version}, about ${font.fetchedMb} MB …`
      : `Reading ${values.from} …`,
  )
  try {
    await addFont(font, folder, values.from ?? null)
  } catch (error) {
    if (error instanceof FontNotAdded || (error as { code?: unknown }).code === 'ENOENT')
      throw new BadCommand(`${(error as Error).message}.`)
    throw error
  }
  tell(`${name} is installed. A server that runs on ${config.dataDir} uses it within seconds.`)
}

const list = (folder: string): void => {
  const there = new Set(findFonts(folder).map(({ name }) => name))
  const line = ({ name, scripts, fetchedMb }: AddableFont): string =>
    `${name.padEnd(20)} ${there.has(name) ? 'added' : `download: ${fetchedMb} MB`.padEnd(5)}  ${scripts.join(', ')}\n`
  process.stdout.write(addableFonts.map(line).join(''))
}
