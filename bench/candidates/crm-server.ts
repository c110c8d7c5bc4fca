import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { serve } from '../../server/main.ts'
import { benchAddress } from './bench-action.ts'
import { given, ready } from './ready.ts'

// The server as `foyer serve` runs it, with the simulated CRM in HubSpot's place.
const HUBSPOT_API_BASE = process.env.FOYER_BENCH_CRM ?? ''
const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir, PUBLIC_URL: benchAddress, HUBSPOT_API_BASE })
limitYoungMemory()
const running = await serve({ config, target: given.target, log: makeLog({ level: 'warn' }), webFolder: null })
ready(running.port, () => running.stop())
