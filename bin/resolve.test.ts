import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = path.join(import.meta.dirname, '..')

/** Every module that the server and the command line load, with what Node takes it for. */
const listing = `
  const { registerHooks } = require('node:module')
  const all = []
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      all.push(url + ' ' + loaded.format)
      return loaded
    },
  })
  Promise.all(['server/main.ts', 'server/cli/commands.ts'].map((file) => import('./' + file))).then(() => {
    process.stdout.write(all.sort().join('\\n'), () => process.exit(0))
  })`

const loaded = async (...options: string[]): Promise<string[]> => {
  const { NODE_OPTIONS: _none, ...env } = process.env
  const args = [...options, '--eval', listing]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 24 })
  return stdout.split('\n')
}

test('a start finds the same modules, each as the same kind, as Node finds by itself', async () => {
  const [byNode, byUs] = await Promise.all([loaded(), loaded('--require', path.join(root, 'bin/resolve.cjs'))])
  assert.deepEqual(byUs, byNode)
  assert.ok(byNode.length > 1_500, String(byNode.length))
})
