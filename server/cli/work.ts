import { makeLog } from '#core/log.ts'
import { freeMemoryWhenIdle, limitYoungMemory } from '#core/memory.ts'
import { work } from '../main.ts'
import type { Command } from './command.ts'
import { needTarget } from './need-target.ts'
import { onStop } from './shutdown.ts'

export const run: Command = async (_args, config) => {
  limitYoungMemory()
  freeMemoryWhenIdle()
  const undo: (() => Promise<void>)[] = []
  const stopping = onStop(async () => {
    for (const step of undo.reverse()) await step()
  })
  await stopping.guard(async () => {
    const worker = await work({
      config,
      target: await needTarget(config),
      log: makeLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT }),
    })
    undo.push(() => worker.stop())
  })
}
