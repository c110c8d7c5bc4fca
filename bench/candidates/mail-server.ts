import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import { limitYoungMemory } from '#core/memory.ts'
import { serve } from '../../server/main.ts'
import { benchAddress } from './bench-action.ts'
import { given, ready } from './ready.ts'

// The server as `foyer serve` runs it, whose operator lets mail servers be on this machine.
const config = readConfig({
  ...{ PORT: '0', FOYER_DATA: given.dataDir, PUBLIC_URL: benchAddress, OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' },
})
limitYoungMemory()
const running = await serve({ config, target: given.target, log: makeLog({ level: 'warn' }), webFolder: null })
ready(running.port, () => running.stop())
