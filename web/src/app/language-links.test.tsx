// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Config } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { DisplayContext, type Language } from '@/lib/texts'
import { LanguageLinks } from './language-links'

const languages = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
]

function linksAt(path: string, language: Language): string[] {
  const routes = [
    { path: '/renew', handle: { texts: ['renew'] }, element: <LanguageLinks /> },
    { path: '/account', handle: {}, element: <LanguageLinks /> },
  ]
  const basename = language === 'en' ? '/' : `/${language}`
  const router = createMemoryRouter(routes, { basename, initialEntries: [basename === '/' ? path : basename + path] })
  const html = renderToStaticMarkup(
    <ConfigContext value={{ languages } as unknown as Config}>
      <DisplayContext value={{ language, isEditing: false }}>
        <RouterProvider router={router} />
      </DisplayContext>
    </ConfigContext>,
  )
  return html.match(/<a .*?<\/a>/g) ?? []
}

describe('the links to the languages', () => {
  it('lead to the same page, say the language and mark the current one', () => {
    expect(linksAt('/renew', 'hi')).toEqual([
      '<a href="/renew" hrefLang="en" lang="en">English</a>',
      '<a href="/hi/renew" hrefLang="hi" lang="hi" aria-current="true">हिन्दी</a>',
    ])
  })

  it('lead to the home page from a page that is only in English', () => {
    expect(linksAt('/account', 'en')).toEqual([
      '<a href="/" hrefLang="en" lang="en" aria-current="true">English</a>',
      '<a href="/hi" hrefLang="hi" lang="hi">हिन्दी</a>',
    ])
  })
})
