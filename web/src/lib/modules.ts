import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './api'
import { areas } from './areas'
import { useConfig } from './config'

/** A part of the product that an owner can switch off. */
export type Module = Answer<'GET /api/config'>['modules'][number]

/** Returns a function that reports whether a module is on. Until the configuration is loaded, all are. */
export function useModules(): (module: Module) => boolean {
  const on = useConfig()?.modules
  return (module) => on?.includes(module) ?? true
}

/** All modules, with what each adds, for the console. */
export const modulesQuery = queryOptions({
  queryKey: [...areas.console, 'modules'],
  queryFn: ({ signal }) => call('GET /api/admin/modules', { signal }),
})

/** The modules of the members' circle, and those of the office. */
export const moduleGroups = (all: Answer<'GET /api/admin/modules'>) => [
  { title: 'The members’ circle', group: all.filter(({ isOfCircle }) => isOfCircle) },
  { title: 'The office', group: all.filter(({ isOfCircle }) => !isOfCircle) },
]

/** Reports whether the members have a circle. */
export function useHasCircle(): boolean {
  return useConfig()?.hasCircle ?? true
}
