import { makeLog } from '#core/log.ts'
import { freeMemoryWhenIdle, limitYoungMemory } from '#core/memory.ts'
import { buildWeb } from '#transports/web/build-web.ts'
import { serve } from '../main.ts'
import type { Command } from './command.ts'
import { needTarget } from './need-target.ts'
import { onStop } from './shutdown.ts'

export const run: Command = async (_args, config) => {
  const undo: (() => Promise<void>)[] = []
  const stopping = onStop(async () => {
    for (const step of undo.reverse()) await step()
  })
  await stopping.guard(async () => {
    const target = await needTarget(config)
    const webFolder = await buildWeb({ say: (step) => process.stderr.write(`${step}\n`) })
    limitYoungMemory()
    const server = await serve({
      config,
      target,
      log: makeLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT }),
      webFolder,
    })
    undo.push(() => server.stop())
    freeMemoryWhenIdle()
    process.stderr.write(`Foyer is at ${server.publicUrl}\n`)
  })
}
