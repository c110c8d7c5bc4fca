import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { serve } from '../../server/main.ts'
import { benchAddress, showBench } from './bench-action.ts'
import { given, ready } from './ready.ts'

// The server as `foyer serve` runs it, with one action in place of the catalogue.
const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir, PUBLIC_URL: benchAddress })
limitYoungMemory()
const running = await serve({
  config,
  target: given.target,
  log: makeLog({ level: 'warn' }),
  webFolder: null,
  product: { actions: [showBench], inbound: [], jobs: [] },
})
ready(running.port, () => running.stop())
