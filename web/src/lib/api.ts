import { ApiError, notifyRefused, unanswered, unreachable } from './api-error'
import type { operations } from './api-schema'
import { booleanFields } from './boolean-fields'

/** A route of the server, such as "GET /api/coupons/{id}". */
export type Route = keyof operations

type Json<T> = T extends { content: { 'application/json': infer Value } } ? Value : undefined

type Success<Responses> = Responses extends { 200: infer Answer }
  ? Answer
  : Responses extends { 201: infer Answer }
    ? Answer
    : Responses[keyof Responses]

/** The body of a route's answer; undefined if it has none. */
export type Answer<R extends Route> = R extends Route ? Json<Success<operations[R]['responses']>> : never

/** A route that answers a list. */
export type ListRoute = { [R in Route]: Answer<R> extends readonly unknown[] ? R : never }[Route]

/** A row of a list. */
export type Row<R extends ListRoute> = Answer<R>[number]

type Content<T> = T extends { content: { 'multipart/form-data': unknown } } ? FormData : Json<T>

/** The body of a route's request. */
export type Body<R extends Route> = R extends Route
  ? operations[R] extends { requestBody: infer Request }
    ? Content<Request>
    : operations[R] extends { requestBody?: infer Request }
      ? Content<NonNullable<Request>>
      : undefined
  : never

type Parameters<R extends Route> = operations[R] extends { parameters: infer Given } ? Given : unknown
export type PathOf<R extends Route> = Parameters<R> extends { path: infer Path } ? { path: Path } : unknown
type QueryOf<R extends Route> = Parameters<R> extends { query?: infer Query } ? { query?: NonNullable<Query> } : unknown
type BodyOf<R extends Route> = operations[R] extends { requestBody: unknown }
  ? { body: Body<R> }
  : operations[R] extends { requestBody?: unknown }
    ? { body?: Body<R> }
    : unknown

/** What a call sends: the parameters of the path, the query and the body, as far as the route has them. */
type Request<R extends Route> = { signal?: AbortSignal } & PathOf<R> & QueryOf<R> & BodyOf<R>

type Arguments<R extends Route> = { signal?: AbortSignal } extends Request<R> ? [request?: Request<R>] : [Request<R>]

/**
 * Calls a route; all calls use it. Throws an ApiError for every answer that is not a success. PocketBase's SDK is loaded
 * with the first call, so visitors who only read do not load it.
 */
export async function call<R extends Route>(route: R, ...[request]: Arguments<R>): Promise<Answer<R>> {
  return (await send(route, request)).answer as Answer<R>
}

/** A page of a list, and the total number of rows. */
export type Page<Item> = { rows: Item[]; total: number }

/** The names of a list's filters: its query parameters. */
export type Filter<R extends ListRoute> =
  Parameters<R> extends { query?: infer Query } ? keyof NonNullable<Query> : never

/** What a page of a list is made of. The filters' values come from the address of the screen; the server checks them. */
export type PageRequest = {
  path?: Record<string, string>
  query: Record<string, string | number>
  signal?: AbortSignal
}

/** Loads a page of a list. */
export async function callPage<R extends ListRoute>(route: R, request: PageRequest): Promise<Page<Row<R>>> {
  const { answer, headers } = await send(route, request)
  return { rows: answer as Row<R>[], total: Number(headers.get('X-Total-Count') ?? 0) }
}

/** Loads all rows of a list, page by page, for a screen that cannot show them in pages, such as a choice. */
export async function callAll<R extends ListRoute>(
  route: R,
  { query, ...request }: Partial<PageRequest>,
): Promise<Row<R>[]> {
  const all: Row<R>[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await callPage(route, { ...request, query: { ...query, page, perPage: mostPerPage } })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

/** The server's limit of rows in a page. */
const mostPerPage = 500

/** Returns the address of a route, for links and downloads. */
export function address<R extends Route>(route: R, ...[path]: PathOf<R> extends { path: infer P } ? [P] : []): string {
  return fill(route, path as Record<string, string> | undefined).path
}

function fill(route: Route, values: Record<string, string> = {}) {
  const [method = '', path = ''] = route.split(' ')
  return { method, path: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? '')) }
}

async function send(route: Route, request: object = {}): Promise<{ answer: unknown; headers: Headers }> {
  const { path: values, ...rest } = request as { path?: Record<string, string> }
  const { method, path } = fill(route, values)
  const { pb, fetchOrThrow } = await sdk()
  let headers = new Headers()
  try {
    const answer = await pb.send(path, {
      method,
      ...rest,
      fetch: async (url: RequestInfo | URL, options?: RequestInit) => {
        const response = await fetchOrThrow(url, options)
        headers = response.headers
        return response
      },
    })
    if (isWaiting(answer)) throw waiting(answer)
    return { answer: decodeBooleans(answer), headers }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : asApiError(cause, method)
  }
}

const booleans = new Set(booleanFields)

/** Decodes the booleans that travel as text, in an answer or in data that a page embeds. It changes the value. */
export function decodeBooleans<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const [name, field] of Object.entries(value)) {
    if (booleans.has(name) && (field === 'true' || field === 'false'))
      Object.assign(value, { [name]: field === 'true' })
    else decodeBooleans(field)
  }
  return value
}

type WaitingApproval = { approval: { state: string; summary: string } }

/** Reports whether the action waits for a second admin to confirm it. */
function isWaiting(answer: unknown): answer is WaitingApproval {
  return (answer as Partial<WaitingApproval> | undefined)?.approval?.state === 'waiting'
}

function waiting({ approval }: WaitingApproval): ApiError {
  return new ApiError(
    202,
    `${approval.summary}. A second administrator must confirm this under Approvals. We email the administrators who can confirm it. If you are the only administrator, please invite another.`,
  )
}

/** Loads the code for calls before the first one. */
export function warmUp(): void {
  sdk().catch(() => {})
}

// A dynamic import that has failed once keeps failing until the page is reloaded, so it is not tried while offline.
async function sdk() {
  if (globalThis.navigator?.onLine === false) throw unreachable()
  try {
    return await import('./sdk')
  } catch {
    throw unreachable()
  }
}

// The SDK wraps the errors of fetch; ours already throws ApiErrors.
function asApiError(cause: unknown, method: string): unknown {
  const original = (cause as { originalError?: unknown }).originalError
  if (original instanceof ApiError) {
    notifyRefused(original)
    return original
  }
  if ((cause as { isAbort?: boolean }).isAbort) return cause
  return method === 'GET' ? unreachable() : unanswered()
}
