import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { work } from '../../server/main.ts'
import { given, ready } from './ready.ts'

// The worker as `foyer work` runs it, beside `mail-server`.
const config = readConfig({ PORT: '0', FOYER_DATA: given.dataDir, OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' })
limitYoungMemory()
const running = await work({ config, target: given.target, log: makeLog({ level: 'warn' }) })
ready(0, () => running.stop())
