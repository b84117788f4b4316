import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './api'
import { areas } from './areas'
import { useConfig } from './config'
import { useSession } from './session'

/** A part of the product that an owner can switch off. */
export type Module = Answer<'GET /api/config'>['modules'][number]

/** Returns a function that reports whether a module is on. Until the configuration is loaded, all are. */
export function useModules(): (module: Module) => boolean {
  const on = useConfig()?.modules
  return (module) => on?.includes(module) ?? true
}

/**
 * Returns a function that reports whether a module is open to the reader: it is on, and the member's plan opens it. For
 * people who are no members, all modules that are on are open, because their pages say what members get.
 */
export function useOpenModules(): (module: Module) => boolean {
  const isOn = useModules()
  const { user } = useSession()
  return (module) => isOn(module) && (!user?.isMember || user.modules.includes(module))
}

/** The modules of the circle, as they are named in a sentence. */
export const modulePhrases = {
  sessions: 'sessions',
  directory: 'the directory, introductions and mentors',
  'board-seats': 'board seats',
  consultations: 'consultations',
  library: 'the library',
} as const satisfies Partial<Record<Module, string>>

/** A module of the members' circle. */
export type CircleModule = keyof typeof modulePhrases

export const circleModules = Object.keys(modulePhrases) as CircleModule[]

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
