import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { serve } from '../../server/main.ts'
import { benchAddress } from './bench-action.ts'
import { given, ready } from './ready.ts'

// The server as `foyer serve` runs it, with another vendor in the place of Gemini.
const config = readConfig({
  ...{ PORT: '0', FOYER_DATA: given.dataDir, PUBLIC_URL: benchAddress },
  GEMINI_API_BASE: process.env.BENCH_AI ?? '',
})
limitYoungMemory()
const running = await serve({ config, target: given.target, log: makeLog({ level: 'error' }), webFolder: null })
ready(running.port, () => running.stop())
