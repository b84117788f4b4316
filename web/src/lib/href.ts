import { href as pathOf } from 'react-router'
import type { consolePaths } from './console-paths'
import type { paths } from './paths'

type Path = (typeof paths)[keyof typeof paths] | (typeof consolePaths)[keyof typeof consolePaths]
type Query = Readonly<Record<string, string>>
type Param<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Param<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * The address of a page. The values that the path does not name become its query: href(consolePaths.emails, { status:
 * 'failed' }) is /admin/emails?status=failed.
 */
export function href<P extends Path>(
  path: P,
  ...[values = {}]: [Param<P>] extends [never] ? [values?: Query] : [values: Record<Param<P>, string> & Query]
): string {
  const rest = Object.entries(values).filter(([name]) => !path.includes(`:${name}`))
  const query = new URLSearchParams(rest).toString()
  return pathOf(path, values) + (query && `?${query}`)
}
