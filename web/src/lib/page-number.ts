/** Returns the page of a list that an address names. An invalid page becomes the first one. */
export function pageNumber(params: URLSearchParams): number {
  const asked = Number(params.get('page'))
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 1
}
