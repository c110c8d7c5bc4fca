import { parseArgs } from 'node:util'
import { copyToBucket, type Moved, removeFromFolder } from '#domains/platform/files/moving.ts'
import { FilesError } from '#ports/files.ts'
// Which tables there are is declared by all modules.
import '#domains/catalogue.ts'
import { filesPlacesOf, withStore } from '../providers/stored-files.ts'
import { count, size } from './checks/finding.ts'
import { BadCommand, type Command } from './command.ts'
import { tell } from './owner.ts'
import { withDatabase } from './target-database.ts'

/** Between two lines of progress. */
const everyMs = 2_000

export const run: Command = async (args, config) => {
  const { values } = parseArgs({ args: [...args], options: { remove: { type: 'boolean', default: false } } })
  if (config.S3_BUCKET === undefined)
    throw new BadCommand('Files stay in the folder: S3_BUCKET is not set. Set it, restart Foyer, and run this again.')
  await withStore(config, (parts) =>
    withDatabase(config, async ({ db, inOrg }) => {
      const { folder, s3 } = filesPlacesOf(config, parts)
      if (s3 === null) throw new Error('a bucket without a store')
      const stop = new AbortController()
      const end = (): void => stop.abort()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
      const moving = {
        db,
        inOrg,
        folder,
        s3,
        signal: stop.signal,
        say: everyNow(),
        tell: (name: string, why: string) => tell(`${name}: ${why}`),
      }
      try {
        const moved = await copyToBucket(moving)
        process.stdout.write(`${summaryOf(moved, stop.signal.aborted)}\n`)
        if (values.remove && !stop.signal.aborted) {
          const removed = await removeFromFolder(moving)
          process.stdout.write(
            `${count(removed.files, 'file')} (${size(removed.bytes)}) removed from the folder${removed.failed > 0 ? `, ${removed.failed} left there` : ''}.\n`,
          )
          if (removed.failed > 0) process.exitCode = 1
        }
        if (moved.failed > 0 || stop.signal.aborted) process.exitCode = 1
      } catch (error) {
        if (error instanceof FilesError) throw new BadCommand(`${error.message} Nothing was removed; run this again to go on.`)
        throw error
      } finally {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end)
      }
    }),
  )
}

const summaryOf = ({ files, bytes, failed, of }: Moved, isStopped: boolean): string => {
  if (of === 0) return 'All files are in S3.'
  const copied = `${count(files, 'file')} (${size(bytes)}) of ${of} copied to S3`
  if (isStopped) return `${copied}. Run this again to go on.`
  if (failed > 0) return `${copied}; ${failed} could not be copied and stay in the folder.`
  return `${copied}: all files are in S3. Those in the folder stay until you run this with --remove.`
}

const everyNow = () => {
  let last = Date.now()
  return ({ files, bytes, of }: Moved): void => {
    if (Date.now() - last < everyMs) return
    last = Date.now()
    tell(`${files} of ${of} files, ${size(bytes)}`)
  }
}
