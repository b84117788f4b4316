// The exit code of gofmt -l does not report unformatted files, so any file that it lists is a failure.
import { ask, print } from './command.mjs'

export async function gofmt() {
  const { code, output } = await ask('gofmt', ['-l', 'pb', 'pb_hooks', 'pb_migrations', 'web/embed.go'])
  if (output) print(output)
  return code === 0 && output === ''
}
