import { startApp } from '../support/app.ts'
import { tokenUsers } from './token-users.ts'

// A server in a process of its own, on the database and with the settings that it is told of. Says its address, and ends with
// its parent.
const { target, env } = JSON.parse(process.argv[2] ?? '')
const app = await startApp({ target, env, product: tokenUsers })
process.stdout.write(`${app.url}\n`)
process.stdin.resume()
process.stdin.on('end', () => void app.stop().then(() => process.exit(0)))
