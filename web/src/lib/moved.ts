/** A list after one of its keys was put into another's place. */
export function moved(keys: readonly string[], key: string, place: number): string[] {
  const rest = keys.filter((other) => other !== key)
  rest.splice(Math.max(0, Math.min(place, rest.length)), 0, key)
  return rest
}
