import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import type { Target } from '#db/connect.ts'
import { work } from '../../server/main.ts'

/** A worker in a process of its own, to be killed. */
const { target, env } = JSON.parse(process.argv[2] ?? '') as { target: Target; env: Record<string, string> }
await work({ config: readConfig(env), target, log: makeLog({ level: 'silent' }) })
process.stdout.write('up\n')
