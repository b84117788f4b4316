const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A file's size for people: 1536 → "1.5 kB". */
export function sized(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}
