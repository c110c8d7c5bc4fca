import { createServer } from 'node:net'

/**
 * A mail server that closes the line without a word: once it has a whole mail (`afterText`), or when one is announced (`beforeText`).
 * `taken`: how many mails it has.
 */
export const startSilentServer = async (
  silent: 'afterText' | 'beforeText',
): Promise<{ url: string; taken(): number; stop(): Promise<void> }> => {
  let taken = 0
  const server = createServer((socket) => {
    let isText = false
    let held = ''
    socket.on('error', () => {})
    socket.write('220 silent.example ESMTP\r\n')
    socket.on('data', (chunk) => {
      held += chunk
      if (isText) {
        if (!held.endsWith('\r\n.\r\n')) return
        taken++
        socket.destroy()
        return
      }
      for (const line of held.split('\r\n').slice(0, -1)) {
        if (silent === 'beforeText' && line.startsWith('MAIL')) return socket.destroy()
        isText = line === 'DATA'
        socket.write(isText ? '354 go on\r\n' : '250 ok\r\n')
      }
      held = held.slice(held.lastIndexOf('\n') + 1)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken: () => taken,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
