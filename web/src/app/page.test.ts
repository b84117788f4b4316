import { describe, expect, it } from 'vitest'
import { paths } from '@/lib/paths'
import { knownPages } from './page'
import { routes } from './routes'

const pages = knownPages(routes)
const pageAt = (path: string) => pages.find((page) => page.path === path)

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
