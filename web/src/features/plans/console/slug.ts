/** A tier's slug, as the server derives it: lower case, each run of other characters one hyphen, none at either end. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
