import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { call } from './api'
import type { Config } from './api-types'
import { areas } from './areas'

/** The public configuration of the server. */
export const configQuery = queryOptions({
  queryKey: areas.config,
  queryFn: ({ signal }) => call('GET /api/config', { signal }),
})

/** The configuration; undefined only if the page did not embed it and it is still loading. */
export function useConfig(): Config | undefined {
  return use(ConfigContext)
}

export const ConfigContext = createContext<Config | undefined>(undefined)
