import { startApp } from '../support/app.ts'

// A server in a process of its own, on the database and with the settings that it is told of. Says its address, and ends with its parent.
const app = await startApp({ target: JSON.parse(process.argv[2] ?? ''), env: JSON.parse(process.argv[3] ?? '{}') })
process.stdout.write(`${app.url}\n`)
process.stdin.resume()
process.stdin.on('end', () => void app.stop().then(() => process.exit(0)))
