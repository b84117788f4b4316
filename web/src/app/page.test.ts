import type { RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { documentKind } from '@/lib/document-kind'
import { paths } from '@/lib/paths'
import { consoleRoutes } from './console/routes'
import { menuGroups, menuOf, screensOf } from './console/screens'
import { knownPages } from './page'
import { consoleRouteId, routes } from './routes'

const pages = knownPages(routes)
const pageAt = (path: string) => pages.find((page) => page.path === path)
const below = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...below(route.children ?? [])])

describe('the list of pages for the server', () => {
  it('is each address once, and never the not-found screen', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length)
    expect(pageAt('*')).toBeUndefined()
  })

  it('is that it renders what visitors read, and leaves administration to the browser', () => {
    expect(pageAt(paths.home)).toEqual({ path: '/', mode: 'rendered', sitemap: true })
    expect(pageAt(`${paths.admin}/*`)).toEqual({ path: '/admin/*', mode: 'shell', sitemap: false })
    expect(pageAt(paths.adminOld)).toEqual({ path: '/admin-old', mode: 'shell', sitemap: false })
  })
})

describe('the routes', () => {
  it('have an error boundary each', () => {
    const shown = below([...routes, ...consoleRoutes]).filter(({ lazy, Component }) => lazy || Component)
    expect(shown.filter(({ ErrorBoundary }) => !ErrorBoundary)).toEqual([])
  })

  it('lead to every address of the site', () => {
    const known = new Set(below([...routes, ...consoleRoutes]).map(({ path }) => path))
    const addresses = Object.values(paths).filter((path) => !path.includes('#') && path !== paths.dashboard)
    // The server sends the same shell for every address of the console.
    expect(addresses.filter((path) => path !== paths.admin && !known.has(path))).toEqual([])
  })
})

describe('the pages with a security policy of their own', () => {
  it('are loaded in full', () => {
    const all = below(routes)
    const paying = all.filter(({ path }) => path && documentKind(path) === 'pays')
    expect(paying.length).toBeGreaterThan(0)
    expect(paying.filter(({ loader }) => !loader)).toEqual([])
    expect(all.find(({ id }) => id === consoleRouteId)?.loader).toBeDefined()
  })
})

describe('the screens of the console', () => {
  const screens = screensOf(consoleRoutes)

  it('have an address each, below a menu entry', () => {
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
    expect(screensOf(consoleRoutes.filter(({ handle }) => handle?.menu))).toEqual(screens)
  })

  it('make the menu, in the order of the tree', () => {
    const labels = (name: string) =>
      menuOf(consoleRoutes).flatMap(({ entry }) => (entry.group === name ? [entry.label] : []))
    expect(menuGroups.map(labels)).toEqual([
      ['Dashboard', 'Nominations', 'Members', 'Payment Tracking', 'Email Campaigns', 'Approvals'],
      ['Books', 'Content Management', 'Membership Tiers', 'Audit log'],
      ['Settings'],
    ])
  })
})
