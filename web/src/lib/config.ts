import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Config } from './generated'
import { send } from './server'

/** What the server tells everybody about itself. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => send<Config>('/api/config', { signal }),
})

/** The configuration; undefined only where the page did not bring it along and it is still on its way. */
export function useConfig(): Config | undefined {
  return use(ConfigContext)
}

export const ConfigContext = createContext<Config | undefined>(undefined)

/** The first words of the keys of what everybody may see: a sign-out leaves these in the cache. */
export const publicQueryKeys: readonly string[] = ['config', 'footer', 'landing', 'membership-tiers']
