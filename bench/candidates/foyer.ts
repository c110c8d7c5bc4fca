import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { serve } from '../../server/main.ts'
import { benchAddress } from './bench-action.ts'
import { given, metricsToken, ready } from './ready.ts'

// The server as `foyer serve` runs it, without the web app beside it.
const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir, METRICS_TOKEN: metricsToken, PUBLIC_URL: benchAddress })
limitYoungMemory()
const running = await serve({ config, target: given.target, log: makeLog({ level: 'warn' }), webFolder: null })
ready(running.port, () => running.stop())
