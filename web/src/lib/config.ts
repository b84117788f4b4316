import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Config } from './generated'
import { queryKeys } from './query-keys'
import { send } from './server'

/** What the server tells everybody about itself. */
export const configQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: ({ signal }) => send<Config>('/api/config', { signal }),
})

/** The configuration; undefined only where the page did not bring it along and it is still on its way. */
export function useConfig(): Config | undefined {
  return use(ConfigContext)
}

export const ConfigContext = createContext<Config | undefined>(undefined)
