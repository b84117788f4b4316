import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { consolePaths } from '@/lib/console-paths'
import { documentKind } from '@/lib/document-kind'
import { paths } from '@/lib/paths'
import { textPages } from '@/lib/texts-fixture'
import { consoleRoutes } from './console/routes'
import { menuOf, screensOf } from './console/screens'
import { knownPages } from './page'
import { consoleRouteId, routes } from './routes'

const pages = knownPages(routes)
const pageAt = (path: string) => pages.find((page) => page.path === path)
const below = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...below(route.children ?? [])])

describe('the list of pages for the server', () => {
  it('has the texts of the same addresses as the server, which embeds them', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../pb_hooks/texts/addresses.go'), 'utf8')
    const rows = [...file.matchAll(/\{"(\/[^"]*)", "?([\w-]+)"?\}/g)]
    const loaded = pages.filter(({ texts }) => texts.length > 0)
    for (const { path, texts } of loaded)
      expect(
        rows
          .filter(([, address]) => address === path.replace(/:\w+$/, ''))
          .map(([, , page = '']) => page.toLowerCase()),
      ).toEqual(texts)
  })

  it('has every file of built-in texts', () => {
    expect(new Set(['site', 'errors', ...pages.flatMap(({ texts }) => texts)])).toEqual(new Set(textPages))
  })

  it('has each address once, without the not-found screen', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length)
    expect(pageAt('*')).toBeUndefined()
  })

  it('has public pages rendered by the server and the console rendered by the browser', () => {
    expect(pageAt(paths.home)).toEqual({
      path: '/',
      mode: 'rendered',
      sitemap: true,
      texts: ['landing', 'nomination', 'plans'],
    })
    expect(pageAt(`${paths.admin}/*`)).toEqual({ path: '/admin/*', mode: 'shell', sitemap: false, texts: [] })
    expect(pageAt(paths.adminOld)).toEqual({ path: '/admin-old', mode: 'shell', sitemap: false, texts: [] })
  })
})

describe('the routes', () => {
  it('have an error boundary each', () => {
    const shown = below([...routes, ...consoleRoutes]).filter(({ lazy, Component }) => lazy || Component)
    expect(shown.filter(({ ErrorBoundary }) => !ErrorBoundary)).toEqual([])
  })

  it('cover every address of the site', () => {
    const known = new Set(below([...routes, ...consoleRoutes]).map(({ path }) => path))
    const addresses = [...Object.values(paths), ...Object.values(consolePaths)].filter(
      (path) => !path.includes('#') && path !== paths.dashboard,
    )
    // The server sends the same shell for every address of the console.
    expect(addresses.filter((path) => path !== paths.admin && !known.has(path))).toEqual([])
  })
})

// A page's file is named after the last word of its address. The page of one record has the word in the singular.
describe('the files of the pages', () => {
  const exceptions: Readonly<Record<string, string>> = {
    '/': 'home', // the address has no word
    '/admin': 'dashboard', // the name of the screen, because all screens are below this address
    '/circle/directory/:person': 'person', // the records of a directory are people
    '/admin/people/bulk': 'bulks', // "bulk" has no plural, and the record is "bulk"
    '/circle/library/:id': 'item', // a library has items
    '/admin/library/:id': 'item',
  }

  function nameAfter(address: string): string {
    const words = address.split('/')
    const word = words.findLast((word) => !word.startsWith(':')) ?? ''
    if (!words.at(-1)?.startsWith(':')) return word
    return word === 'people' ? 'person' : word.replace(/ies$/, 'y').replace(/s$/, '')
  }

  // Each call of page or screen begins with the address and ends with the import of the page.
  const calls = ['routes.tsx', 'console/routes.ts', 'console/settings-routes.ts'].flatMap((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').split(
      /(?:page|accountPage|screen)\(\s+(?=(?:consolePaths|paths)\.)/,
    ),
  )
  const named = calls.flatMap((call) => {
    const [, group, name] = /^(consolePaths|paths)\.(\w+),/.exec(call) ?? []
    const [, file, component] = /import\('.*?([\w-]+)'\)\)\.(\w+)/.exec(call) ?? []
    const addresses: Readonly<Record<string, string>> = group === 'paths' ? paths : consolePaths
    const address = name && addresses[name]
    return address && file && component ? [{ address, file, component }] : []
  })

  it('are found for every route with a page', () => {
    const pages = below([...routes, ...consoleRoutes]).filter(({ path, lazy }) => path && lazy)
    const addresses = pages.map(({ path }) => path).filter((path) => path !== `${paths.admin}/*`)
    expect(named.map(({ address }) => address).sort()).toEqual(addresses.sort())
  })

  it.each(named)('$address', ({ address, file, component }) => {
    expect(file).toBe(`${exceptions[address] ?? nameAfter(address)}-page`)
    expect(component).toBe(file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()))
  })
})

describe('the routes with a loader', () => {
  it('have an id, by which a rendered page says that their data is there', () => {
    const loading = below(routes).filter(({ loader }) => loader)
    expect(loading.length).toBeGreaterThan(10)
    expect(loading.filter(({ id }) => !id)).toEqual([])
  })
})

describe('the pages with their own security policy', () => {
  it('are loaded as new documents', () => {
    const all = below(routes)
    const paying = all.filter(({ path }) => path && documentKind(path) === 'pays')
    expect(paying.length).toBeGreaterThan(0)
    expect(paying.filter(({ loader }) => !loader)).toEqual([])
    expect(all.find(({ id }) => id === consoleRouteId)?.loader).toBeDefined()
  })
})

describe('the screens of the console', () => {
  const screens = screensOf(consoleRoutes)

  it('have unique addresses, each below a menu entry', () => {
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
    expect(screensOf(consoleRoutes.filter(({ handle }) => handle?.menu))).toEqual(screens)
  })

  it('are where their former addresses lead, with the query', () => {
    const addresses = screens.map(({ path }) => path.replace(':id', 'one'))
    const former = consoleRoutes.filter(({ path, loader }) => path && loader)
    expect(former.length).toBeGreaterThan(5)
    for (const { path = '', loader } of former) {
      const request = new Request(`https://boardcircle.example${path.replace(':id', 'one')}?search=asha`)
      const params: Record<string, string> = path.includes(':id') ? { id: 'one' } : {}
      const load = loader as (args: object) => Response
      const [to = '', query] = load({ request, params }).headers.get('Location')?.split('?') ?? []
      expect(addresses, path).toContain(to)
      expect(new URLSearchParams(query).get('search'), path).toBe('asha')
    }
  })

  it('form the menu in the order of the route tree', () => {
    const menu = menuOf(consoleRoutes).map(({ entry, parts }) => [entry.label, ...parts.map(({ label }) => label)])
    expect(menu).toEqual([
      ['Dashboard', 'Overview', 'Approvals', 'Reports', 'Audit log'],
      ['Nominations', 'Nominations'],
      ['Content Management', 'Content Management'],
      ['Membership Tiers', 'Tiers', 'Coupons'],
      ['Payment Tracking', 'Payments', 'Books'],
      ['Members', 'Members'],
      ['Email Campaigns', 'Email Campaigns'],
      ['Circle', 'Sessions', 'Introductions and mentors', 'Board seats', 'Consultations', 'Library'],
      ['Settings', 'Settings'],
    ])
  })
})
