import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '@/lib/api'
import { paths } from '@/lib/paths'
import { ScreenError } from './screen-error'

/** The groups of the menu, in their order. */
export const menuGroups = ['Daily', 'Finance & content', 'Setup'] as const

/** An entry of the menu. It leads to the first screen of its section. */
export type MenuEntry = { label: string; group: (typeof menuGroups)[number]; icon: LucideIcon }

/** What the console knows about a screen: the handle of its route. */
export type Screen = {
  title: string
  /** The route that the screen reads. An admin whose role may not call it sees an explanation instead. */
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

/** The first screen of a role that does not start on the dashboard. */
export const homes: Readonly<Record<string, string>> = { accountant: paths.adminBooks }

/** A screen at its address, loaded on the first visit. */
export function screen(path: string, handle: Screen, load: () => Promise<ComponentType>): RouteObject {
  return { path, handle, lazy: { Component: load }, ErrorBoundary: ScreenError }
}

/** The screens of a menu entry. The entry is marked as current on each of them. */
export function section(menu: MenuEntry, children: RouteObject[]): RouteObject {
  return { handle: { menu }, children }
}

/** All screens below some routes, in their order. */
export function screensOf(routes: readonly RouteObject[]): ScreenAt[] {
  return routes.flatMap((route) => [
    ...(route.path && isScreen(route.handle) ? [{ path: route.path, ...route.handle }] : []),
    ...screensOf(route.children ?? []),
  ])
}

/** The menu: the entry of each section, with its first screen. */
export function menuOf(routes: readonly RouteObject[]): { entry: MenuEntry; first: ScreenAt }[] {
  return routes.flatMap(({ handle, children = [] }) => {
    const [first] = screensOf(children)
    return isSection(handle) && first ? [{ entry: handle.menu, first }] : []
  })
}

/** The screen and the menu entry of the matched routes. */
export function screenAt(matches: readonly { handle: unknown }[]): { screen?: Screen; entry?: MenuEntry } {
  const handles = matches.map(({ handle }) => handle)
  return { screen: handles.findLast(isScreen), entry: handles.find(isSection)?.menu }
}

function isScreen(handle: unknown): handle is Screen {
  return typeof handle === 'object' && handle !== null && 'needs' in handle
}

function isSection(handle: unknown): handle is { menu: MenuEntry } {
  return typeof handle === 'object' && handle !== null && 'menu' in handle
}
