import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { loadLater } from '@/app/lost-script'
import type { Route } from '@/lib/api'
import { consolePaths } from '@/lib/console-paths'
import { ScreenError } from './screen-error'

/** An entry of the menu. It leads to the first of its parts that the admin may see. */
export type MenuEntry = {
  label: string
  icon: LucideIcon
  /** Whether it is at the foot of the menu. */
  isAtFoot?: boolean
}

/** A part of a menu entry, for admins who may see its first screen. The menu lists the parts of the current entry. */
export type MenuPart = { label: string; first: ScreenAt }

/** What the console knows about a screen: the handle of its route. */
export type Screen = {
  title: string
  /** The call that the screen needs. An admin whose role may not make it sees an explanation instead. */
  needs: Route
  /** Its name in the list of the settings, if it is not the title. */
  label?: string
  /** Other words that admins look for it by, for Ctrl K. */
  keywords?: string
  /** Actions on the screen, for Ctrl K. */
  actions?: readonly Action[]
}

/** Something that can be done, and where. */
type Action = {
  label: string
  to: string
  /** The route that does it. */
  needs: Route
  keywords?: string
}

/** A screen with its address. ":id" is the id of a record. */
export type ScreenAt = Screen & { path: string }

/** The screens of which a role starts on the first that is not switched off, if it does not start on the dashboard. */
export const homes: Readonly<Record<string, readonly string[]>> = {
  accountant: [consolePaths.books, consolePaths.payments],
}

/** A screen at its address, loaded on the first visit. */
export function screen(path: string, handle: Screen, load: () => Promise<ComponentType>): RouteObject {
  return { path, handle, lazy: loadLater(load), ErrorBoundary: ScreenError }
}

/** The screens of a menu entry, or its parts. The entry is marked as current on each of them. */
export function section(menu: MenuEntry, children: RouteObject[]): RouteObject {
  return { handle: { menu }, children }
}

/** The screens of a part of a menu entry. */
export function part(label: string, children: RouteObject[]): RouteObject {
  return { handle: { part: label }, children }
}

/** All screens below some routes, in their order. */
export function screensOf(routes: readonly RouteObject[]): ScreenAt[] {
  return routes.flatMap((route) => [
    ...(route.path && isScreen(route.handle) ? [{ path: route.path, ...route.handle }] : []),
    ...screensOf(route.children ?? []),
  ])
}

/** The menu: the entry of each section, with its parts. A section without parts gets one, with its own label. */
export function menuOf(routes: readonly RouteObject[]): { entry: MenuEntry; parts: MenuPart[] }[] {
  return routes.flatMap(({ handle, children = [] }) => {
    if (!isSection(handle)) return []
    const parts = children.flatMap((child) => (isPart(child.handle) ? partOf(child.handle.part, child.children) : []))
    return [{ entry: handle.menu, parts: parts.length > 0 ? parts : partOf(handle.menu.label, children) }]
  })
}

function partOf(label: string, children: readonly RouteObject[] = []): MenuPart[] {
  const [first] = screensOf(children)
  return first ? [{ label, first }] : []
}

/** The screen of the matched routes, its menu entry and the label of its part. */
export function screenAt(matches: readonly { handle: unknown }[]): {
  screen?: Screen
  entry?: MenuEntry
  part?: string
} {
  const handles = matches.map(({ handle }) => handle)
  return {
    screen: handles.findLast(isScreen),
    entry: handles.find(isSection)?.menu,
    part: handles.find(isPart)?.part,
  }
}

function isScreen(handle: unknown): handle is Screen {
  return typeof handle === 'object' && handle !== null && 'needs' in handle
}

function isSection(handle: unknown): handle is { menu: MenuEntry } {
  return typeof handle === 'object' && handle !== null && 'menu' in handle
}

function isPart(handle: unknown): handle is { part: string } {
  return typeof handle === 'object' && handle !== null && 'part' in handle
}
