import path from 'node:path'
import { after, suite } from 'node:test'
import { takeFollowing } from './following.ts'
import { endShared, keepShared } from './shared.ts'

/**
 * Several test files in one process, one after the other: `node test/support/group.ts <file>…`. A process has to load the
 * server, and to start one, before it tests anything: that is done once a group instead of once a file.
 */
const files = process.argv.slice(2)
const timeoutMs = Number(process.env.FOYER_TEST_TIMEOUT_MS ?? 360_000)

keepShared()
const following = takeFollowing(() => after(endShared))
/** What a file threw where no test waited for it. */
const strays: unknown[] = []
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, (error) => strays.push(error))

for (const file of files) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  following.on()
  // The file's hooks become those of the suite: at the root, those of all files would run before the first test.
  void suite(file, { concurrency: 1, timeout: timeoutMs }, async () => {
    try {
      await import(path.resolve(file))
      following.off()
      after(() => {
        end()
        const [error] = strays.splice(0)
        if (error !== undefined) throw error
      })
    } catch (error) {
      end()
      throw error
    }
  })
  // Where a file ran out of time its hooks do not run any more.
  await Promise.race([ended, new Promise((late) => setTimeout(late, timeoutMs + 1_000).unref())])
}

// Whoever leaves something running is told so, instead of being waited for.
setTimeout(() => {
  process.stderr.write(`Of ${files.join(', ')} there is left: ${process.getActiveResourcesInfo().join(', ')}\n`)
  process.exit(1)
}, 20_000).unref()
