import type { ComponentType } from 'react'
import { Outlet, useMatches } from 'react-router'
import { ClosedModule } from '@/features/tiers/closed-module'
import { type CircleModule, useModules, useOpenModules } from '@/lib/modules'
import { pageOf } from './page'

/**
 * Returns the gate of a module's pages. It replaces them for a member whose plan does not open the module. The server
 * checks access on its own.
 */
export function moduleGate(module: CircleModule): ComponentType {
  return function ModuleGate() {
    const isOn = useModules()
    const isOpen = useOpenModules()
    const page = pageOf(useMatches())
    if (isOn(module) && !isOpen(module)) return <ClosedModule module={module} level={page?.hasOwnHeading ? 1 : 2} />
    return <Outlet />
  }
}
