import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './api'
import { areas } from './areas'
import { useConfig } from './config'

/** A part of the product that an owner can switch off. */
export type Module = Answer<'GET /api/config'>['modules'][number]

/** The modules of the members' circle, which has a home while one of them is on. */
const circle: readonly Module[] = ['sessions', 'directory', 'board-seats', 'consultations', 'library']

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

/** Reports whether the members have a circle. */
export function useHasCircle(): boolean {
  return circle.some(useModules())
}
