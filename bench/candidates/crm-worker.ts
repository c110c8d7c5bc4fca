import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { work } from '../../server/main.ts'
import { given, ready } from './ready.ts'

// The worker as `foyer work` runs it, beside `crm-server`.
const HUBSPOT_API_BASE = process.env.FOYER_BENCH_CRM ?? ''
const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir, HUBSPOT_API_BASE })
limitYoungMemory()
const running = await work({ config, target: given.target, log: makeLog({ level: 'warn' }) })
ready(0, () => running.stop())
