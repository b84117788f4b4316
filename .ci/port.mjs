// Parses and checks the address that a server should listen on.
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

/** Reports whether another program listens on an address. Other reasons why listening fails do not count. */
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
