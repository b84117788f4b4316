/** Returns the page of a list that an address names. An invalid page becomes the first one. */
export function pageNumber(params: URLSearchParams, name = 'page'): number {
  const asked = Number(params.get(name))
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 1
}
