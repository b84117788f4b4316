// The address that a server is told to listen on.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns the host and port of the last --http argument: "--http=127.0.0.1:9000", "--http 127.0.0.1:9000". */
export function addressOf(args) {
  const values = args.flatMap((arg, index) =>
    arg.startsWith('--http=') ? [arg.slice('--http='.length)] : arg === '--http' ? [args[index + 1] ?? ''] : [],
  )
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(values.at(-1) ?? '') ?? []
  return { host, port: Number(port) }
}

/** Whether another program listens on an address. One that cannot be listened on for another reason is not taken. */
export async function isTaken({ host, port }) {
  if (!port) return false
  const probe = createServer()
  try {
    probe.listen(host ? { host, port } : { port })
    await once(probe, 'listening')
  } catch (error) {
    return error.code === 'EADDRINUSE'
  }
  probe.close()
  await once(probe, 'close')
  return false
}

export function takenSentence({ port }) {
  return `Port ${port} is taken by another program. Stop it, or choose another port: npm start -- --http=127.0.0.1:${port + 1}`
}
