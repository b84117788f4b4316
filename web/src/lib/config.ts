import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Config } from './generated'
import { queryKeys } from './query-keys'
import { send } from './server'

/** The public configuration of the server. */
export const configQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: ({ signal }) => send<Config>('/api/config', { signal }),
})

/** The configuration; undefined only if the page did not embed it and it is still loading. */
export function useConfig(): Config | undefined {
  return use(ConfigContext)
}

export const ConfigContext = createContext<Config | undefined>(undefined)
