// Parses a Dockerfile into its stages and their instructions, in order.

/** Returns the stages, each with its name, image and instructions as { name, flags, value }. */
export function parseDockerfile(text) {
  const stages = []
  const lines = text.replace(/\\\n/g, ' ').split('\n')
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line)
    const flags = {}
    const value = rest.replace(/^(--\S+\s+)+/, (all) => {
      for (const [, flag, set] of all.matchAll(/--([a-z-]+)=(\S+)/g)) flags[flag] = set
      return ''
    })
    if (name === 'FROM') {
      const [image, , as] = value.split(/\s+/)
      stages.push({ name: as, image, instructions: [] })
    } else stages.at(-1).instructions.push({ name, flags, value })
  }
  return stages
}

/** Returns the last value of an instruction in a stage. An array is parsed as JSON. */
export function lastOf(stage, name) {
  const value = stage.instructions.findLast((one) => one.name === name)?.value
  if (value === undefined) return undefined
  const json = value.replace(/^CMD /, '')
  return json.startsWith('[') ? JSON.parse(json) : value
}
